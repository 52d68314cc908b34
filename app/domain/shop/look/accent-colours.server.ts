import { clampChroma, formatHex, type Oklch, oklch, wcagContrast } from "culori";
import { DEFAULT_ACCENT } from "./look";

/** What the accent gives in one theme: tokens of styles/app.css, as #rrggbb. */
export interface AccentTokens {
  accent: string;
  /** Under the mouse. */
  accentStrong: string;
  /** Text on both. */
  onAccent: string;
}

export interface AccentColours {
  light: AccentTokens;
  dark: AccentTokens;
}

type Theme = keyof AccentColours;

/** The grounds of styles/app.css on which the accent is used. */
export const GROUNDS: Record<Theme, { paper: string; card: string; sunken: string }> = {
  light: { paper: "#faf6ee", card: "#fffdf8", sunken: "#f1eadc" },
  dark: { paper: "#17140f", card: "#201c16", sunken: "#2a251d" },
};

/** Drawn with the eye, not derived. The same as in styles/app.css. */
const DEFAULT_COLOURS: AccentColours = {
  light: { accent: DEFAULT_ACCENT, accentStrong: "#7d2313", onAccent: "#fffaf2" },
  dark: { accent: "#f0906f", accentStrong: "#f6ad93", onAccent: "#2a0f07" },
};

/** Text needs 4.5:1, a focus ring 3:1 (WCAG 1.4.3, 1.4.11). */
const TEXT = 4.5;
const RING = 3;

/** The lightness that the accent has in the dark theme, unless that is too dark to read. */
const DARK_LIGHTNESS = 0.75;
/** More chroma than this glows on a dark ground. */
const DARK_CHROMA = 0.126;
/** A darker accent becomes lighter under the mouse, not darker. */
const NEARLY_BLACK = 0.3;
const STEP = 0.004;

/**
 * The tokens of both themes from one colour, in OKLCH: the light theme has the colour as it was chosen, the dark theme one
 * of the same hue that is light enough. The chosen colour itself may be too light: see `colourFault`.
 * @param accent #rrggbb; null: the default
 */
export function accentColours(accent: string | null): AccentColours {
  if (accent === null || accent === DEFAULT_ACCENT) return DEFAULT_COLOURS;
  const chosen = oklch(accent)!;
  const { l, c } = chosen;
  const inDark = readable({ ...chosen, l: DARK_LIGHTNESS, c: Math.min(c, DARK_CHROMA) }, "dark");
  const dark = oklch(inDark)!;
  return {
    light: {
      accent,
      accentStrong: hex({ ...chosen, l: l > NEARLY_BLACK ? l - 0.07 : l + 0.09 }),
      onAccent: DEFAULT_COLOURS.light.onAccent,
    },
    dark: {
      accent: inDark,
      accentStrong: hex({ ...dark, l: Math.min(0.95, dark.l + 0.065), c: dark.c * 0.75 }),
      onAccent: hex({ ...chosen, l: 0.21, c: Math.min(c / 3, 0.048) }),
    },
  };
}

export interface ContrastPair {
  theme: Theme;
  /** What staff read, e.g. "text on the accent". */
  use: string;
  contrast: number;
  least: number;
}

/** Every pair of colours in which the accent is used, with its contrast by WCAG 2.2. */
export function contrastPairs(colours: AccentColours): ContrastPair[] {
  const pairs = (["light", "dark"] as const).flatMap((theme) => {
    const { accent, accentStrong, onAccent } = colours[theme];
    const onGrounds = Object.values(GROUNDS[theme]);
    return [
      ...onGrounds.map((ground) => pair(theme, "links on the page", accent, ground, TEXT)),
      ...onGrounds.map((ground) => pair(theme, "links under the mouse", accentStrong, ground, TEXT)),
      pair(theme, "text on a button", onAccent, accent, TEXT),
      pair(theme, "text on a button under the mouse", onAccent, accentStrong, TEXT),
      ...onGrounds.map((ground) => pair(theme, "the ring of the focus", accent, ground, RING)),
    ];
  });
  // Bills are black on white, with the shop's name in the accent.
  return [...pairs, pair("light", "the name on bills", colours.light.accent, "#ffffff", TEXT)];
}

const pair = (theme: Theme, use: string, one: string, other: string, least: number): ContrastPair => ({
  theme,
  use,
  contrast: wcagContrast(one, other),
  least,
});

/**
 * What is wrong with a colour, and the nearest one of the same hue that can be read everywhere.
 * @param accent #rrggbb
 * @returns null for a colour that can be used
 */
export function colourFault(accent: string): { message: string; nearest: string } | null {
  const failing = contrastPairs(accentColours(accent))
    .filter(({ contrast, least }) => contrast < least)
    .sort((a, b) => a.contrast / a.least - b.contrast / b.least)[0];
  if (!failing) return null;
  const { theme, use, contrast, least } = failing;
  const nearest = readable(oklch(accent)!, "light");
  return {
    nearest,
    message: `${accent} is too light: ${use} would have a contrast of ${ratio(contrast)} in the ${theme} theme, and need ${ratio(least)}. The nearest colour that can be read is ${nearest}.`,
  };
}

/** Rounded down, so that a contrast just below the limit does not look like the limit. */
export const ratio = (contrast: number) => `${Math.floor(contrast * 10) / 10}:1`;

/** The colour, made darker (in the dark theme: lighter) until it can be read on every ground of its theme. */
function readable(colour: Oklch, theme: Theme): string {
  const grounds = Object.values(GROUNDS[theme]);
  const step = theme === "light" ? -STEP : STEP;
  for (let l = colour.l; l > 0 && l < 1; l += step) {
    const found = hex({ ...colour, l });
    if (grounds.every((ground) => wcagContrast(found, ground) >= TEXT)) return found;
  }
  return theme === "light" ? "#000000" : "#ffffff";
}

/** Within what screens show, with less chroma where the hue needs it. */
const hex = (colour: Oklch) => formatHex(clampChroma(colour, "oklch"));
