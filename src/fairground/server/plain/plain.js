// A page that works without a build: the lobby, a form for a new table, and the table as text and buttons.

const main = document.getElementById("main");
const state = document.getElementById("state");
let leave = () => {};

/** Create an element: make("p", {className: "x"}, "text", child). */
function make(tag, facts = {}, ...children) {
  const element = Object.assign(document.createElement(tag), facts);
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

async function ask(path, body, headers = {}) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  options.headers = { "Content-Type": "application/json", ...headers };
  const answer = await fetch(`/api${path}`, options);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.why);
  return found;
}

// The keys to seats that this browser holds, by table: {key, host, invitations}.
const seats = {
  of: table => JSON.parse(localStorage.getItem(`seat:${table}`) ?? "{}"),
  keep: (table, held) => localStorage.setItem(`seat:${table}`, JSON.stringify({ ...seats.of(table), ...held })),
};

function button(text, click) {
  return make("button", { type: "button", textContent: text, onclick: click });
}

function field(text, input) {
  return make("label", {}, text, input);
}

function choice(values, chosen) {
  return make("select", {}, ...values.map(([value, text]) => make("option", { value, textContent: text, selected: value === chosen })));
}

// The lobby

async function lobby() {
  const [games, bots, tables] = await Promise.all([ask("/games"), ask("/bots"), ask("/tables")]);
  main.replaceChildren(make("h2", {}, "A new table"), newTable(games, bots), make("h2", {}, "Open tables"), openTables(tables));
}

function newTable(games, bots) {
  const why = make("p", { className: "why", role: "alert" });
  const game = choice(games.map(g => [g.name, `${g.title}: ${g.tagline}`]));
  const count = make("select");
  const options = make("div");
  const others = choice([["", "people I invite"], ...bots.map(bot => [bot, `bots: ${bot}`])], bots.includes("novice") ? "novice" : bots[0]);
  const name = make("input", { maxLength: 24, value: localStorage.getItem("name") ?? "" });
  const listed = make("input", { type: "checkbox" });
  const draw = choice([["lot", "drawn by lot when the match starts"], ["stay", "I come first"]], "lot");
  const chosen = () => games.find(g => g.name === game.value);
  const refresh = () => {
    count.replaceChildren(...chosen().seats.map(n => make("option", { value: n, textContent: n })));
    options.replaceChildren(...chosen().options.map(o => {
      const select = choice(o.choices.map(c => [c, c]), o.default);
      select.name = o.name;
      return field(`${o.name} (${o.meaning})`, select);
    }));
  };
  game.onchange = refresh;
  refresh();
  const submit = async event => {
    event.preventDefault();
    localStorage.setItem("name", name.value);
    const number = Number(count.value);
    const wish = {
      game: game.value,
      seats: number,
      name: name.value,
      listed: listed.checked,
      draw: draw.value === "lot",
      options: Object.fromEntries([...options.querySelectorAll("select")].map(s => [s.name, s.value])),
    };
    if (others.value) Object.assign(wish, { bots: [null, ...Array(number - 1).fill(others.value)], start: true });
    try {
      const made = await ask("/tables", wish);
      seats.keep(made.table.id, { key: made.key, host: made.host, invitations: made.invitations });
      location.hash = `#/t/${made.table.id}`;
    } catch (error) {
      why.textContent = error.message;
    }
  };
  return make("form", { onsubmit: submit }, field("Game", game), field("Number of seats", count), options, field("Against", others),
    field("Seats", draw), field("Your name", name), field("Show in the lobby", listed), make("button", {}, "Open the table"), why);
}

function openTables(tables) {
  if (!tables.length) return make("p", {}, "There are none right now.");
  return make("ul", {}, ...tables.map(entry => {
    const sitting = entry.chairs.map(chair => chair.bot ?? (chair.person ? chair.name || "somebody" : "free")).join(", ");
    return make("li", {}, make("a", { href: `#/t/${entry.table.id}` }, `${entry.table.title} (${entry.phase}): ${sitting}`));
  }));
}

// The table

async function table(name, seat, invitation) {
  const why = make("p", { className: "why", role: "alert" });
  if (invitation && !seats.of(name).key) {
    try {
      const taken = await ask(`/tables/${name}/chairs/${seat}`, { invitation, name: localStorage.getItem("name") ?? "" });
      seats.keep(name, { key: taken.key });
    } catch (error) {
      why.textContent = error.message;
    }
  }
  if (invitation) history.replaceState(null, "", `#/t/${name}`);
  const facts = await ask(`/tables/${name}`);
  const game = await ask(`/games/${facts.table.game}`);
  const screen = new Screen(facts.table, game, why);
  leave = () => screen.close();
  screen.connect();
}

class Screen {
  constructor(facts, game, why) {
    this.facts = facts;
    this.game = game;
    this.why = why;
    this.story = [];
    this.lastUpdate = 0;
    this.closed = false;
    this.wait = 500;
    this.marks = 0;
    this.picture = make("pre", { ariaLabel: "The board as text", tabIndex: 0 });
    this.told = make("ol", { className: "story", ariaLive: "polite" });
    this.offers = make("ul", { className: "offers" });
    this.people = make("ul");
    this.controls = make("p");
    this.turn = make("h2");
    this.box = make("details", { hidden: true });
    if (facts.own_box) this.showBox().catch(error => { why.textContent = error.message; });
    main.replaceChildren(this.turn, why, this.box, this.picture, this.offers, this.controls, make("h2", {}, "At the table"), this.people,
      make("h2", {}, "What happened"), this.told, make("p", { className: "link" }, `Seal of the seed: ${facts.seal}`));
  }

  // Everybody may know how a box that somebody brought differs from the usual one.
  async showBox() {
    const { differences, more } = await ask(`/tables/${this.facts.id}/box`);
    const lines = differences.map(({ place, usual, own }) => make("li", {}, `${place}: usually ${usual ?? "nothing"}, here ${own ?? "nothing"}`));
    if (more) lines.push(make("li", {}, `and ${more} more`));
    this.box.replaceChildren(make("summary", {}, "This table plays with a box of its own"), make("ul", {}, ...lines));
    this.box.hidden = false;
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.facts.id}/live`);
    const { key, host } = seats.of(this.facts.id);
    this.socket.onopen = () => {
      state.textContent = "connected";
      this.wait = 500;
      this.say({ type: "hello", key: key ?? null, host: host ?? null, since: this.lastUpdate, picture: true });
    };
    this.socket.onmessage = event => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => this.again();
  }

  again() {
    if (this.closed) return;
    state.textContent = "reconnecting ...";
    setTimeout(() => this.closed || this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 10000);
  }

  close() {
    this.closed = true;
    this.socket.close();
    state.textContent = "";
  }

  say(message) {
    this.socket.send(JSON.stringify(message));
  }

  request(message) {
    this.why.textContent = "";
    this.say({ ...message, mark: `${Date.now()}-${this.marks++}` });
  }

  hear(message) {
    if (message.type === "welcome") this.welcome(message);
    else if (message.type === "update") this.show(message);
    else if (message.type === "presence") this.showPresence(message);
    else if (message.type === "refused") this.why.textContent = message.why;
    else if (message.type === "closing") {
      this.why.textContent = message.why;
      this.closed = !message.again;
    }
  }

  welcome(message) {
    [this.seat, this.host] = [message.seat, message.host];
    if (message.why) {
      this.why.textContent = message.why;
      seats.keep(this.facts.id, { key: null });
    }
  }

  showPresence(message) {
    this.present = message.present;
    if (this.last) this.showPeople(this.last);
  }

  show(update) {
    this.last = update;
    this.lastUpdate = update.update;
    this.story = [...this.story.slice(0, update.kept), ...update.story];
    this.picture.textContent = update.picture ?? "The match has not begun.";
    this.turn.textContent = `${this.facts.title}: ${this.asked(update)}`;
    this.told.replaceChildren(...this.story.map(entry => make("li", {}, this.tell(entry))));
    this.told.scrollTop = this.told.scrollHeight;
    this.offers.replaceChildren(...update.offers.map(offer =>
      make("li", {}, button(offer.words, () => this.request({ type: "play", update: update.update, move: offer.move })))));
    this.showPeople(update);
    this.showControls(update);
  }

  asked(update) {
    if (update.phase === "waiting") return this.facts.draw ? "waiting for players; seats are drawn by lot at the start" : "waiting for players";
    if (update.phase === "over") return `over (${update.outcome.reason}); ${update.outcome.ranking[0].map(s => this.name(s)).join(" and ")} won`;
    if (update.offers.length) return "your turn";
    return `${update.actors.map(s => this.name(s)).join(" and ")} to move`;
  }

  name(seat) {
    const chair = this.last.chairs[seat];
    return chair.name || chair.bot || `seat ${seat}`;
  }

  tell(entry) {
    const note = entry.key.startsWith("table."); // about the table: names as they were, chairs by number
    const word = (key, value) => Array.isArray(value) ? value.map(v => word(key, v)).join(", ")
      : note && ["name", "chair", "former"].includes(key) && typeof value === "number" ? `seat ${value}`
      : ["seat", "seats", "other"].includes(key) && typeof value === "number" ? this.name(value) : String(value);
    return this.game.phrases[entry.key].replace(/\{(\w+)\}/g, (_, key) => word(key, entry.values[key]));
  }

  showPeople(update) {
    const { invitations } = seats.of(this.facts.id);
    this.people.replaceChildren(...update.chairs.map((chair, seat) => {
      const away = this.present?.[seat] ? "" : " (away)";
      const who = chair.person ? (chair.name || "somebody") + away : chair.bot ? "" : chair.reserved ? "free, by invitation" : "free";
      const bot = chair.bot ? ` bot ${chair.bot}` : "";
      const points = update.points ? `, ${update.points[seat]} points` : "";
      const left = update.times.left[seat] === null ? "" : `, ${Math.round(update.times.left[seat])} s`;
      const item = make("li", {}, `${seat}: ${who}${bot}${points}${left}${seat === this.seat ? " (you)" : ""} `);
      const free = !chair.person && !chair.bot;
      if (free && invitations?.[seat]) {
        item.append(make("span", { className: "link" }, `${location.origin}/#/t/${this.facts.id}/${seat}/${invitations[seat]}`));
      }
      if (free && this.host) item.append(button("seat a bot", () => this.request({ type: "bot", seat, level: "greedy" })));
      const open = free && !chair.reserved && !chair.missing.length;
      if (open && this.facts.listed && this.seat === null) item.append(button("sit here", () => this.sit(seat)));
      this.addHostControls(item, update, chair, seat);
      if (update.phase === "playing" && !chair.person) this.addConsent(item, chair, seat);
      return item;
    }));
  }

  addHostControls(item, update, chair, seat) {
    if (!this.host || seat === this.seat || update.phase === "over") return;
    const playing = update.phase === "playing";
    if (!chair.person) item.append(button("new invitation", () => this.invite(seat)));
    else if (!playing) item.append(button("remove", () => this.request({ type: "remove", seat })));
    else if (!chair.bot && !this.present?.[seat]) item.append(button("let a bot play", () => this.request({ type: "remove", seat })));
  }

  // Somebody may take over this chair, and see its hand, once everybody at the table agrees.
  addConsent(item, chair, seat) {
    if (chair.missing.length) item.append(`not agreed yet that somebody takes over: ${chair.missing.map(s => this.name(s)).join(", ")} `);
    if (this.seat === null) return;
    const yes = !chair.agreed.includes(this.seat);
    item.append(button(yes ? "agree that somebody takes over" : "no longer agree", () => this.request({ type: "agree", seat, yes })));
  }

  async invite(seat) {
    const { host, invitations } = seats.of(this.facts.id);
    try {
      const made = await ask(`/tables/${this.facts.id}/invitations/${seat}`, {}, { "X-Host-Key": host });
      seats.keep(this.facts.id, { invitations: Object.assign([...(invitations ?? [])], { [seat]: made.invitation }) });
      this.why.textContent = `${location.origin}/#/t/${this.facts.id}/${seat}/${made.invitation}`;
      this.showPeople(this.last);
    } catch (error) {
      this.why.textContent = error.message;
    }
  }

  async sit(seat) {
    try {
      const taken = await ask(`/tables/${this.facts.id}/chairs/${seat}`, { name: localStorage.getItem("name") ?? "" });
      seats.keep(this.facts.id, { key: taken.key });
      [this.lastUpdate, this.story] = [0, []]; // a seat is told more than a spectator
      this.socket.close();
    } catch (error) {
      this.why.textContent = error.message;
    }
  }

  showControls(update) {
    const mine = this.seat !== null ? update.chairs[this.seat] : null;
    const add = (wanted, text, message) => wanted && buttons.push(button(text, () => this.request(message)));
    const buttons = [];
    add(update.phase === "waiting" && (mine || this.host), "Start", { type: "start" });
    add(update.undo, "Undo", { type: "undo", update: update.update });
    add(update.phase === "playing" && mine && !mine.bot, "Let a bot play for me", { type: "resign" });
    add(update.phase === "playing" && mine?.bot, "Take my chair back", { type: "return" });
    add(update.phase === "over" && mine && !update.next, "Rematch", { type: "rematch" });
    if (update.phase === "over") buttons.push(button("Save the record", () => this.save()));
    if (update.next) {
      seats.keep(update.next, { ...seats.of(this.facts.id), invitations: null });
      buttons.push(make("a", { href: `#/t/${update.next}` }, "Go to the next match"));
    }
    this.controls.replaceChildren(...buttons);
  }

  async save() {
    const found = await ask(`/tables/${this.facts.id}/record`);
    const address = URL.createObjectURL(new Blob([found.record], { type: "text/plain" }));
    make("a", { href: address, download: `${this.facts.id}.game` }).click();
    URL.revokeObjectURL(address);
  }
}

// Which page

async function route() {
  leave();
  leave = () => {};
  state.textContent = "";
  const [, kind, name, seat, invitation] = location.hash.slice(1).split("/");
  try {
    await (kind === "t" ? table(name, seat, invitation) : lobby());
  } catch (error) {
    main.replaceChildren(make("p", { className: "why", role: "alert" }, error.message));
  }
  main.focus();
}

addEventListener("hashchange", route);
route();
