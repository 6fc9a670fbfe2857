import { describe, expect, it } from "vitest";
import { drawResult } from "./sharePicture";

const rows = [
  { name: "Ada", points: 47, colour: "#f00", place: 1 },
  { name: `<script>"&`, points: 0, colour: "#00f", place: 2 },
];

describe("the picture of a result", () => {
  const svg = drawResult({ title: "Festo!", headline: "Ada wins", rows });

  it("names everybody with points", () => {
    expect(svg).toContain("1. Ada");
    expect(svg).toContain(">47<");
  });

  it("shows names as text, whatever they contain", () => {
    expect(svg).not.toContain("<script");
    expect(svg).toContain("&#60;script&#62;&#34;&#38;");
  });
});
