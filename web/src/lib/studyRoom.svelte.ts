/** A study room as this browser is in it: where it looks, where the leader is, comments and side lines. */

import { api } from "./api";
import { Choice, type Offer } from "./choice.svelte";
import { Connection, socketAddress, type ConnectionState } from "./connection";
import { errorMessage, serverMessage } from "./errors";
import { t } from "./i18n";
import { ReplayState, parsePerspective, type Perspective } from "./replayState.svelte";
import { go } from "./route.svelte";
import { forgetStudy, savedStudy } from "./savedStudies";
import { isSame, lengthOf, MAIN, momentOf, nearest, placeOn, recordAlong, type Lines, type Place } from "./studyLines";
import type { FromStudy, SeatOffers, StudyComment, StudyPlace, StudyRequest, StudyState } from "./wire";

const LEAD_PAUSE = 120; // milliseconds between two places that the leader sends

export class StudyRoom {
  facts: StudyState | null = $state.raw(null);
  replay: ReplayState | null = $state.raw(null);
  lines: Lines = $state.raw({});
  comments: StudyComment[] = $state.raw([]);
  commentsOpen = $state(false);
  /** How many follow, and whether the leader is there. */
  following = $state(0);
  leading = $state(false);
  /** Whether this page goes where the leader goes. */
  follows = $state(true);
  /** Whether the leader tries out other moves on the board. */
  trying = $state(false);
  problem = $state("");
  connectionState: ConnectionState = $state("connecting");
  readonly choice = new Choice((offer) => this.tryMove(offer));
  /** The line that is shown. */
  private line = $state(0);
  private led = $state.raw(whole({}));
  private mover = 0;
  private offered: { record: string; at: number; seats: SeatOffers[] } = { record: "", at: 0, seats: [] };
  /** The mark of a move that was sent and is not answered yet. */
  private tried = "";
  private discarded = false;
  private leadTimer = 0;
  private readonly connection: Connection<FromStudy>;

  leads = $derived(this.facts?.leader ?? false);
  /** The moment that is shown. */
  place: Place = $derived(placeOn(this.lines, this.line, this.replay?.at ?? 0));

  /** What the person should know about the connection or their last request. */
  notice = $derived(this.connectionState === "lost" ? t("connection.lost") : this.problem);

  constructor(readonly id: string) {
    this.connection = new Connection<FromStudy>(socketAddress(`/api/studies/${id}/live`), {
      hello: () => ({ type: "follow", key: savedStudy(id)?.key ?? null }),
      receive: (message) => this.receive(message),
      stateChanged: (state) => (this.connectionState = state),
    });
  }

  close(): void {
    clearTimeout(this.leadTimer);
    this.connection.close();
  }

  // Where this page looks

  /** Go to the moment at which so many moves have been made, along the line that is shown. */
  goTo(moment: number): void {
    const last = lengthOf(this.facts?.record ?? "", this.lines, this.line);
    this.goToPlace(placeOn(this.lines, this.line, Math.max(0, Math.min(moment, last))));
  }

  goToPlace(place: Place): void {
    this.show(place);
    this.moved();
  }

  setEyes(eyes: Perspective): void {
    void this.replay?.setPerspective(eyes);
    this.moved();
  }

  /** Go where the leader is, and stay with them; or look around alone. */
  setFollows(follows: boolean): void {
    this.follows = follows;
    if (follows) this.showLed();
  }

  private moved(): void {
    if (this.leads) this.lead();
    else this.follows = false;
  }

  private show(place: Place): void {
    if (!this.facts || !this.replay) return;
    this.line = place.line;
    void this.replay.follow(recordAlong(this.facts.record, this.lines, place.line), momentOf(this.lines, place));
  }

  private showLed(): void {
    const eyes = parsePerspective(this.led.eyes);
    if (this.replay && this.replay.perspective !== eyes) void this.replay.setPerspective(eyes);
    if (!isSame(this.place, this.led)) this.show(this.led);
  }

  /** Tell where the leader is; not every moment of a slider that is dragged. */
  private lead(): void {
    if (this.leadTimer) return;
    this.leadTimer = window.setTimeout(() => {
      this.leadTimer = 0;
      this.send({ type: "lead", place: this.shown() });
    }, LEAD_PAUSE);
  }

  private shown(): StudyPlace {
    return { ...this.place, eyes: String(this.replay?.perspective ?? "spectator") };
  }

  // Requests

  comment(text: string, name: string): void {
    this.send({ type: "comment", ...this.place, text, name, mark: "comment" });
  }

  deleteComment(comment: number): void {
    this.send({ type: "delete", comment });
  }

  allowComments(yes: boolean): void {
    this.send({ type: "allow", yes });
  }

  /** Remove the side line that is shown from the present moment on. */
  cut(place: Place): void {
    this.send({ type: "cut", ...place });
  }

  /** Delete the room; this page leaves once it is gone. */
  discard(): void {
    this.discarded = true;
    this.send({ type: "discard" });
  }

  private send(request: StudyRequest): void {
    this.problem = "";
    this.connection.send(request);
  }

  // Other moves

  /** Offer the moves that are possible at the moment shown, as the seat that makes them sees it. */
  async offerMoves(): Promise<void> {
    const replay = this.replay;
    if (!replay || !this.trying || this.tried) return;
    const { record, at } = replay;
    if (this.withdrawMoves()) {
      try {
        const wanted = { record, box: this.facts?.box ?? null, seats: [null], first: at, count: 1, offers: true };
        this.offered = { record, at, seats: (await api.replay(wanted)).moments[0]?.offers ?? [] };
      } catch (error) {
        this.problem = errorMessage(error);
      }
    }
    if (this.trying && !this.tried && !this.withdrawMoves()) this.offer(replay);
  }

  /** Take back the moves that were offered at another moment; say whether they were. */
  withdrawMoves(): boolean {
    const isStale = this.offered.record !== this.replay?.record || this.offered.at !== this.replay?.at;
    if (isStale && this.choice.offers.length) this.choice.setOffers([]);
    return isStale;
  }

  /** Offer the moves of the seat whose eyes are shown, or else of one that is to move, with its eyes. */
  private offer(replay: ReplayState): void {
    const chosen = this.offered.seats.find(({ seat }) => seat === replay.perspective) ?? this.offered.seats[0];
    if (!chosen) return;
    this.mover = chosen.seat;
    if (replay.perspective !== chosen.seat) this.setEyes(chosen.seat);
    if (this.choice.offers !== chosen.offers) this.choice.setOffers(chosen.offers);
  }

  stopTrying(): void {
    this.trying = false;
    this.choice.setOffers([]);
  }

  private tryMove(offer: Offer): void {
    this.tried = crypto.randomUUID?.() ?? String(Math.random());
    this.choice.setOffers([]);
    this.send({ type: "try", place: this.shown(), seat: this.mover, words: offer.words, mark: this.tried });
  }

  // Messages

  private receive(message: FromStudy): void {
    if (message.type === "study") this.begin(message);
    else if (message.type === "line") this.change({ ...this.lines, [message.number]: message });
    else if (message.type === "comment") this.comments = [...this.comments, message];
    else if (message.type === "removed") this.remove(message.lines, message.comments);
    else if (message.type === "led") this.follow(message.place);
    else if (message.type === "allowed") this.commentsOpen = message.comments_open;
    else if (message.type === "people") [this.following, this.leading] = [message.following, message.leading];
    else if (message.type === "done") this.arrive(message.mark, message.place ?? null);
    else if (message.type === "refused") this.refuse(message.mark, message.why);
    else this.end(message.why);
  }

  private end(why: string): void {
    this.problem = serverMessage(why);
    if (!this.discarded) return;
    forgetStudy(this.id);
    go("replay");
  }

  private begin(state: StudyState): void {
    const first = this.facts === null;
    const place = this.place;
    const before = this.lines;
    this.tried = "";
    this.facts = state;
    this.lines = Object.fromEntries(state.lines.map((line) => [line.number, line]));
    this.comments = state.comments;
    this.commentsOpen = state.comments_open;
    this.led = whole(state.place);
    this.replay ??= new ReplayState(state.record, state.box);
    if (first)
      void this.replay.goTo(0).then(() => this.showLed()); // only then is known how many seats there are
    else if (this.follows && !state.leader) this.showLed();
    else this.show(nearest(before, this.lines, place));
    if (!first && state.leader) this.lead();
  }

  private change(lines: Lines): void {
    const before = this.lines;
    const place = this.place;
    this.lines = lines;
    this.show(nearest(before, lines, place));
  }

  private remove(lines: number[], comments: number[]): void {
    this.comments = this.comments.filter(({ number }) => !comments.includes(number));
    if (lines.length === 0) return;
    this.change(Object.fromEntries(Object.entries(this.lines).filter(([number]) => !lines.includes(Number(number)))));
  }

  private follow(place: StudyPlace): void {
    this.led = whole(place);
    if (this.leads || this.follows) this.showLed();
  }

  /** A move was made: go where it leads. */
  private arrive(mark: string, place: StudyPlace | null): void {
    if (!mark || mark !== this.tried) return;
    this.tried = "";
    if (!place) return;
    this.led = whole(place);
    this.show(this.led);
  }

  private refuse(mark: string, why: string): void {
    this.problem = serverMessage(why);
    if (!mark || mark !== this.tried) return;
    this.tried = "";
    void this.offerMoves();
  }
}

function whole(place: StudyPlace): Required<StudyPlace> {
  return { line: MAIN, at: 0, eyes: "spectator", ...place };
}
