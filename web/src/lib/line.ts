/** The WebSocket of one table: comes back by itself, and says how it is. */

import type { FromServer, Hello, Request } from "./wire";

export type Condition = "connecting" | "open" | "lost" | "closed";

export interface Ear {
  hello(): Hello;
  hear(message: FromServer): void;
  changed(condition: Condition): void;
}

const FIRST = 400; // milliseconds until the first new try
const LONGEST = 8000;

export class Line {
  private socket: WebSocket | null = null;
  private wait = FIRST;
  private timer = 0;
  private ended = false;

  constructor(
    private readonly url: string,
    private readonly ear: Ear,
  ) {
    this.connect();
    window.addEventListener("online", this.hurry);
  }

  /** False if the line is down: then nothing was sent. */
  send(request: Request): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    window.removeEventListener("online", this.hurry);
    this.socket?.close();
  }

  /** Give up a connection that does not answer, and make a new one: a line can be dead without anybody being told. */
  again(): void {
    if (this.ended || this.socket?.readyState !== WebSocket.OPEN) return;
    const dead = this.socket;
    this.socket = null;
    dead.close();
    this.wait = 0;
    this.lost();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return socket.close();
      socket.send(JSON.stringify(this.ear.hello()));
      this.wait = FIRST;
      this.ear.changed("open");
    };
    socket.onmessage = (event: MessageEvent<string>) =>
      socket === this.socket && this.hear(JSON.parse(event.data) as FromServer);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  private hear(message: FromServer): void {
    if (message.type === "closing" && !message.again) this.ended = true;
    this.ear.hear(message);
  }

  private lost(): void {
    if (this.ended) return this.ear.changed("closed");
    this.ear.changed("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(LONGEST, Math.max(FIRST, this.wait * 2));
  }

  private hurry = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  };
}
