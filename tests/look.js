// Looks at a table at a decision and returns a sentence for each fault. On a phone it looks through all panes of the
// board: what the decision needs may be one tap away. `least` is the smallest side of a target in pixels.
async (least) => {
  const faults = new Set();
  const started = performance.now();
  const root = document.documentElement;
  const frame = document.querySelector("[data-phase]");
  const boxOf = (each) => each.getBoundingClientRect();
  const soon = () =>
    new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
  const holds = (outer, box) =>
    box.left >= outer.left - 1 &&
    box.top >= outer.top - 1 &&
    box.right <= outer.right + 1 &&
    box.bottom <= outer.bottom + 1;
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const shares = [0.5, 0.25, 0.75];
  const points = (box) =>
    shares.flatMap((x) =>
      shares.map((y) => [box.left + box.width * x, box.top + box.height * y]),
    );
  const hits = (spot, [x, y]) =>
    document.elementFromPoint(x, y)?.closest("[data-spot]") === spot;

  function lookAtPage() {
    if (root.scrollHeight > innerHeight)
      faults.add(`the page is ${root.scrollHeight - innerHeight} px too tall`);
    if (root.scrollWidth > innerWidth)
      faults.add(`the page is ${root.scrollWidth - innerWidth} px too wide`);
  }

  // Bar, stage, aside, tabs and dock lie side by side.
  function lookAtParts() {
    const parts = [...frame.querySelectorAll(":scope > *")].filter(
      (part) => boxOf(part).width,
    );
    for (const [at, part] of parts.entries()) {
      if (!holds(view, boxOf(part)))
        faults.add(`${part.className || part.localName} leaves the window`);
      for (const other of parts.slice(at + 1))
        if (overlap(boxOf(part), boxOf(other)))
          faults.add(
            `${part.className || part.localName} overlaps ${other.className || other.localName}`,
          );
    }
  }

  // On a desktop everybody's points and the last line of the log are always in view.
  function lookAtAside() {
    const aside = frame.querySelector("aside");
    if (!aside) return;
    for (const row of aside.querySelectorAll("[data-seat]"))
      if (!holds(boxOf(aside), boxOf(row)))
        faults.add(`the row of seat ${row.dataset.seat} is out of sight`);
    const line = [...aside.querySelectorAll(".log p")].at(-1);
    if (line && !holds(boxOf(aside), boxOf(line)))
      faults.add("the last line of the log is out of sight");
    if (boxOf(aside.querySelector(".log")).height < 60)
      faults.add("the log has no room");
  }

  // Everything in the bar can be reached, and where the match is can be read to the end.
  function lookAtBar() {
    for (const tool of frame.querySelectorAll(".bar .tool, .bar .home"))
      if (!holds(view, boxOf(tool)))
        faults.add(`${tool.ariaLabel} leaves the window`);
    for (const chip of frame.querySelectorAll(".bar .now"))
      if (chip.offsetWidth && chip.scrollWidth > chip.clientWidth + 1)
        faults.add(`"${chip.textContent.trim()}" is cut off`);
  }

  // The bar of a phone on its side has no room for where the match is: the dock says it, if no note stands above it.
  function lookAtPlace() {
    if (!frame.querySelector(".docks") || frame.querySelector(".note")) return;
    const told = [...frame.querySelectorAll(".dock .now span")].map(
      (chip) => chip.textContent,
    );
    for (const chip of frame.querySelectorAll(".bar .chips .now"))
      if (!chip.offsetWidth && !told.includes(chip.textContent.trim()))
        faults.add(`"${chip.textContent.trim()}" is not to be seen`);
  }

  function lookAtQuestion() {
    const status = frame.querySelector("[data-status]");
    if (status && status.scrollHeight > status.clientHeight + 2)
      faults.add(`"${status.textContent.trim()}" is cut off`);
  }

  // Points that are gained are shown beside the score, not over what can be chosen.
  function lookAtGains() {
    for (const gain of frame.querySelectorAll(".gain"))
      for (const spot of frame.querySelectorAll(".board .target"))
        if (boxOf(spot).width && overlap(boxOf(gain), boxOf(spot)))
          faults.add(`a gain covers ${spot.dataset.spot}`);
  }

  const seen = new Set();
  function lookAtTargets() {
    const board = frame.querySelector(".board");
    if (board && !holds(boxOf(frame.querySelector(".stage")), boxOf(board)))
      faults.add("the board is larger than its place");
    for (const spot of frame.querySelectorAll("[data-spot].chosen"))
      if (boxOf(spot).width) seen.add(spot.dataset.spot); // the first click of a choice that is half made
    for (const spot of frame.querySelectorAll(
      "[data-spot].target, button[data-spot]",
    )) {
      const id = spot.dataset.spot;
      const box = boxOf(spot);
      if (!box.width || spot.closest(".offers")) continue;
      seen.add(id);
      const [left, top, width, height] = [
        box.left,
        box.top,
        box.width,
        box.height,
      ].map(Math.round);
      if (!holds(view, box))
        faults.add(
          `${id} is out of sight at ${left},${top} ${width}x${height}`,
        );
      else if (!points(box).some((point) => hits(spot, point)))
        faults.add(`${id} is covered`);
      if (box.width < least - 0.5 || box.height < least - 0.5)
        faults.add(`${id} is only ${width} x ${height} px`);
    }
  }

  lookAtPage();
  lookAtParts();
  lookAtAside();
  lookAtBar();
  lookAtPlace();
  lookAtQuestion();
  lookAtGains();
  lookAtTargets();
  const wanted = new Set(
    [...frame.querySelectorAll("button.offer")].map(
      (offer) => offer.dataset.first,
    ),
  );
  const missing = () => [...wanted].filter((id) => !seen.has(id));
  const tabs = [...frame.querySelectorAll("[role=tab]")];
  const shown = tabs.find((tab) => tab.ariaSelected === "true");
  for (const tab of missing().length ? tabs : []) {
    tab.click();
    await soon();
    lookAtTargets();
  }
  if (shown) {
    shown.click();
    await soon();
  }
  for (const id of missing())
    faults.add(`${id} can be chosen but is not on the table`);
  await soon();
  (window.looks ??= []).push([started, performance.now() + 100]); // what moves meanwhile moves because of the looking
  return [...faults];
};
