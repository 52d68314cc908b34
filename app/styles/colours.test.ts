import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

// Checks the contrasts that docs/design-language.md promises for styles/app.css, with WCAG's formula.
const css = readFileSync(new URL("app.css", import.meta.url), "utf8");
const root = /:root \{(.*?)\n\}/s.exec(css)![1]!;

const THEMES = ["light", "dark"] as const;
const PAPERS = ["paper", "card", "sunken"];

/** Text needs 4.5:1, the edges of controls and pictures 3:1 (WCAG 1.4.3, 1.4.11). */
const PROMISES: { colours: string[]; on: string[]; least: number }[] = [
  { colours: ["ink", "muted", "accent", "accent-strong", "good", "bad"], on: PAPERS, least: 4.5 },
  { colours: ["on-accent"], on: ["accent", "accent-strong"], least: 4.5 },
  { colours: ["good"], on: ["good-soft"], least: 4.5 },
  { colours: ["bad"], on: ["bad-soft"], least: 4.5 },
  { colours: ["on-end", "on-end-muted", "on-end-bad"], on: ["end"], least: 4.5 },
  { colours: ["line-strong", "star"], on: PAPERS, least: 3 },
];

function colourOf(token: string, theme: (typeof THEMES)[number]): string {
  const value = new RegExp(`--${token}: ([^;]+);`).exec(root)?.[1];
  const [light, dark] = value?.match(/#[\da-f]{6}\b/g) ?? [];
  expect(light, `--${token}`).toBeDefined();
  return theme === "light" ? light! : (dark ?? light!);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

test("the formula is WCAG's", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
});

test.each(
  THEMES.flatMap((theme) =>
    PROMISES.flatMap(({ colours, on, least }) =>
      colours.flatMap((colour) => on.map((ground) => ({ theme, colour, ground, least }))),
    ),
  ),
)("$theme: $colour on $ground has a contrast of $least", ({ theme, colour, ground, least }) => {
  expect(contrast(colourOf(colour, theme), colourOf(ground, theme))).toBeGreaterThanOrEqual(least);
});
