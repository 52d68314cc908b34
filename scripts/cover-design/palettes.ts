/** Colours of one cover: `ink` is for text on `ground`; `first` and `second` are for ornaments. */
export interface Palette {
  ground: string;
  ink: string;
  first: string;
  second: string;
  /** For areas: lighter or darker than the ground. */
  plane: string;
}

/** Colours of Indian dyes and papers; text has a contrast of more than 4.5 : 1 in each. */
export const PALETTES = {
  indigo: { ground: "#1e2f55", ink: "#f6e9cb", first: "#e0a23c", second: "#c9553b", plane: "#2f4777" },
  madder: { ground: "#97301f", ink: "#fbecd0", first: "#f1b750", second: "#501510", plane: "#b34a31" },
  turmeric: { ground: "#e6ab33", ink: "#2b1810", first: "#a2301c", second: "#fbf0d3", plane: "#d18f1d" },
  paper: { ground: "#f5ecd8", ink: "#241c15", first: "#9c2f1c", second: "#2c5a5b", plane: "#e7d6b4" },
  leaf: { ground: "#1f4a3c", ink: "#f4ead0", first: "#e3ad45", second: "#d96f4c", plane: "#336654" },
  teal: { ground: "#12595f", ink: "#f8edd4", first: "#f0a24a", second: "#8fc9b8", plane: "#1f747a" },
  rose: { ground: "#e9bda6", ink: "#3a1220", first: "#8e2346", second: "#f9efdd", plane: "#d99f88" },
  aubergine: { ground: "#41203f", ink: "#f7e6d0", first: "#e79a4b", second: "#c8567a", plane: "#5b3357" },
  sky: { ground: "#b3cfcd", ink: "#17293a", first: "#bd432b", second: "#f8f0dc", plane: "#8fb5b5" },
  charcoal: { ground: "#27231f", ink: "#f1e5ca", first: "#d0a64c", second: "#b2492f", plane: "#3d372f" },
  sage: { ground: "#cdd1ab", ink: "#232b1a", first: "#41603a", second: "#b4512f", plane: "#b4bb8b" },
  vermilion: { ground: "#d1492b", ink: "#fff1d8", first: "#26304f", second: "#f6c768", plane: "#b83a1f" },
} satisfies Record<string, Palette>;

export type PaletteName = keyof typeof PALETTES;
