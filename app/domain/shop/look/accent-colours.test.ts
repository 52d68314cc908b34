import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { accentColours, colourFault, contrastPairs, GROUNDS, ratio } from "./accent-colours.server";
import { DEFAULT_ACCENT, SUGGESTED_ACCENTS } from "./look";

const failing = (accent: string) =>
  contrastPairs(accentColours(accent)).filter(({ contrast, least }) => contrast < least);

/** Every hue at six lightnesses, grey, black and white: colours as people type them. */
const TYPED = [
  ...Array.from({ length: 24 }, (_, at) =>
    ["ff0000", "00ff80", "8000ff", "ffd54a", "123456", "c0ffee"].map((hex) => shifted(hex, at * 10)),
  ).flat(),
  "#000000",
  "#ffffff",
  "#808080",
];

function shifted(hex: string, by: number): string {
  const channels = [0, 2, 4].map((at) => (Number.parseInt(hex.slice(at, at + 2), 16) + by * (at + 1)) % 256);
  return `#${channels.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

test("the default accent and the grounds are those of styles/app.css", () => {
  const css = readFileSync("app/styles/app.css", "utf8");
  const { light, dark } = accentColours(null);
  const tokens = {
    accent: [light.accent, dark.accent],
    "accent-strong": [light.accentStrong, dark.accentStrong],
    "on-accent": [light.onAccent, dark.onAccent],
    paper: [GROUNDS.light.paper, GROUNDS.dark.paper],
    card: [GROUNDS.light.card, GROUNDS.dark.card],
    sunken: [GROUNDS.light.sunken, GROUNDS.dark.sunken],
  };
  for (const [name, [one, other]] of Object.entries(tokens))
    expect(css).toContain(`--${name}: light-dark(${one}, ${other});`);
  expect(accentColours(DEFAULT_ACCENT)).toEqual(accentColours(null));
});

test("a suggested accent passes in both themes", () => {
  for (const accent of SUGGESTED_ACCENTS) expect([accent, failing(accent)]).toEqual([accent, []]);
});

test("a colour that can be read is used as it is; its dark theme has the same hue, lighter", () => {
  expect(colourFault("#0b5d4a")).toBeNull();
  const { light, dark } = accentColours("#0b5d4a");
  expect(light.accent).toBe("#0b5d4a");
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(dark.accent.slice(at, at + 2), 16));
  expect(green! > red! && green! > blue! && green! > 150).toBe(true);
});

test("a colour that fails is named with its worst pair, and the nearest that passes keeps the hue", () => {
  expect(colourFault("#ffd54a")?.message).toMatch(
    /^#ffd54a is too light: links on the page would have a contrast of 1\.\d:1 in the light theme, and need 4\.5:1\. The nearest colour that can be read is #[\da-f]{6}\.$/,
  );
  for (const typed of TYPED) {
    const fault = colourFault(typed);
    expect([typed, fault === null]).toEqual([typed, failing(typed).length === 0]);
    const taken = fault?.nearest ?? typed;
    expect([typed, taken, failing(taken)]).toEqual([typed, taken, []]);
  }
});

test("the dark theme can be read whatever is chosen", () => {
  for (const typed of TYPED)
    expect([typed, failing(typed).filter(({ theme }) => theme === "dark")]).toEqual([typed, []]);
});

test("a contrast just below the limit does not look like the limit", () => {
  expect(ratio(4.499)).toBe("4.4:1");
});

test("the preview of both themes has the tokens of styles/app.css", () => {
  const tokens = readFileSync("app/styles/app.css", "utf8");
  const [, preview = ""] = /\.look-preview \{([\s\S]*?)@apply/.exec(
    readFileSync("app/styles/admin.css", "utf8"),
  )!;
  const lines = preview.trim().split(/\n\s*/);
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) expect(tokens).toContain(line);
});
