import { describe, expect, it } from "vitest";
import { drawResult, fit, textWidth } from "./sharePicture";

const rows = [
  { name: "Ada", points: 47, seat: 0, place: 1 },
  { name: `<script>"&`, points: 0, seat: 1, place: 2 },
  { name: "Minus", points: -4, seat: 2, place: 3 },
];

describe("the picture of a result", () => {
  const svg = drawResult({ title: "Festo!", headline: "Ada wins", rows });

  it("names everybody with points", () => {
    expect(svg).toContain(">Ada<");
    expect(svg).toContain(">47<");
    expect(svg).toContain(">-4<");
  });

  it("shows names as text, whatever they contain", () => {
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&#60;script&#62;&#34;&#38;");
  });

  it("has no bar of negative width", () => {
    expect(svg).not.toMatch(/width="-/);
  });

  it("sets the place of the game behind it", () => {
    const backdrop = `<svg xmlns="http://www.w3.org/2000/svg" width="5" viewBox="0 0 9 9"><circle r="3"/></svg>`;
    const drawn = drawResult({ title: "Festo!", headline: "Ada wins", rows, backdrop });
    expect(drawn).toMatch(
      /<svg x="0" y="0" width="1200" height="630" preserveAspectRatio="xMidYMid slice"[^>]*viewBox="0 0 9 9"/,
    );
    expect(drawn).not.toContain(`width="5"`);
  });
});

describe("texts", () => {
  it("stay as they are where there is room", () => {
    expect(fit("Ada", 300, 30)).toEqual({ text: "Ada", size: 30 });
  });

  it.each([
    "Bartholomäus Wolkenstein-Trauttmansdorff",
    "W".repeat(40),
    "非常に長い名前の人".repeat(4),
    "a b c ".repeat(20),
  ])("fit however long they are: %s", (name) => {
    const { text, size } = fit(name, 300, 30);
    expect(size).toBeGreaterThan(20);
    expect(textWidth(text, size)).toBeLessThanOrEqual(302);
    expect(name.startsWith(text.replace("…", ""))).toBe(true);
  });

  it("of a long headline go on in a second line", () => {
    const headline = "Bartholomäus Wolkenstein und Theophila Trauttmansdorff teilen sich den Sieg dieses Abends";
    const drawn = drawResult({ title: "Festo!", headline, rows: [] });
    expect(drawn).toContain(">Bartholomäus");
    expect(drawn).toContain("Abends<");
  });
});
