/** A WebSocket connection to the server, which reconnects by itself and reports its state. */

import type { Closing, Follow, Hello, Request, StudyRequest } from "./wire";

export type ConnectionState = "connecting" | "open" | "lost" | "closed";

/** What the owner of a connection does when something happens on it. */
export interface ConnectionHandlers<Message> {
  /** The first message of every new connection, if there is one. */
  hello?(): Hello | Follow;
  receive(message: Message): void;
  stateChanged(state: ConnectionState): void;
}

const FIRST_DELAY = 400; // milliseconds until the first attempt to reconnect
const LONGEST_DELAY = 8000;

/** The address of a WebSocket of this server. */
export function socketAddress(path: string): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`;
}

export class Connection<Message extends { type: string } | Closing> {
  private socket: WebSocket | null = null;
  private delay = FIRST_DELAY;
  private timer = 0;
  private ended = false;

  constructor(
    private readonly url: string,
    private readonly handlers: ConnectionHandlers<Message>,
  ) {
    this.connect();
    window.addEventListener("online", this.reconnectNow);
  }

  /** Send a request. Return false if the connection is down and nothing was sent. */
  send(request: Request | StudyRequest): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    window.removeEventListener("online", this.reconnectNow);
    this.socket?.close();
  }

  /** Replace a connection that does not answer: it can be dead without the browser noticing. */
  replace(): void {
    if (this.ended || this.socket?.readyState !== WebSocket.OPEN) return;
    const dead = this.socket;
    this.socket = null;
    dead.close();
    this.delay = 0;
    this.handleLoss();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return socket.close();
      if (this.handlers.hello) socket.send(JSON.stringify(this.handlers.hello()));
      this.delay = FIRST_DELAY;
      this.handlers.stateChanged("open");
    };
    socket.onmessage = (event: MessageEvent<string>) =>
      socket === this.socket && this.receive(JSON.parse(event.data) as Message);
    socket.onclose = () => socket === this.socket && this.handleLoss();
  }

  private receive(message: Message): void {
    if (isClosing(message) && !message.again) this.ended = true;
    this.handlers.receive(message);
  }

  private handleLoss(): void {
    if (this.ended) return this.handlers.stateChanged("closed");
    this.handlers.stateChanged("lost");
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.delay = Math.min(LONGEST_DELAY, Math.max(FIRST_DELAY, this.delay * 2));
  }

  private reconnectNow = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.connect();
  };
}

function isClosing(message: { type: string } | Closing): message is Closing {
  return message.type === "closing";
}
