/** The look of the shop that staff choose: accent colour, display face, icon. The logo is an older setting. */

/** The accent of styles/app.css in the light theme, for a shop that has chosen none. */
export const DEFAULT_ACCENT = "#9c2f1c";

/** Colours to start from, offered by the browser's own colour chooser. Each can be read in both themes. */
export const SUGGESTED_ACCENTS = [
  DEFAULT_ACCENT,
  "#8a1c4a",
  "#6b2d7b",
  "#31459b",
  "#0b5c7a",
  "#0b5d4a",
  "#3d6117",
  "#7a4a08",
  "#4a4038",
] as const;

/** The faces for titles, with what staff read about them. */
export const DISPLAY_FACES = {
  eczar: { label: "Eczar", character: "Sturdy and warm, for Latin and Devanagari alike" },
  gelasio: { label: "Gelasio", character: "Quiet and classical, like the body of a printed book" },
  jost: { label: "Jost", character: "Plain and modern, drawn with ruler and compasses" },
  "rozha-one": { label: "Rozha One", character: "Heavy and festive, like a poster" },
} as const;

export type DisplayFace = keyof typeof DISPLAY_FACES;

export const FACE_NAMES = Object.keys(DISPLAY_FACES) as [DisplayFace, ...DisplayFace[]];

export const DEFAULT_FACE = "eczar";

export interface Look {
  /** #rrggbb in lower case, of the light theme; null: the default. */
  accent: string | null;
  face: DisplayFace;
}

/** What the form 'Look' changes: the look, and whether the logo contains the shop's name (`Settings.logoAlone`). */
export interface ChosenLook extends Look {
  logoAlone: boolean;
}

/** To be raised whenever the same look gives another sheet, so that its address differs too. */
const SHEET = 2;

/**
 * What a sheet is for: `page` dresses the whole page; `preview` gives its colours to `.look-preview` only; `faces` has every
 * display face, each for its class (`.face-jost`).
 */
export type SheetScope = "page" | "preview" | "faces";

/**
 * The address of the style sheet that a look adds to the shop's own. It contains the whole look, so that its answer never
 * changes. @returns null for the default look, which needs none
 */
export const lookSheetPath = (look: Look): string | null =>
  look.accent === null && look.face === DEFAULT_FACE ? null : sheetPath("page", look);

/** The sheet of a preview. @param accent null: the default */
export const previewSheetPath = (accent: string | null): string =>
  sheetPath("preview", { accent, face: DEFAULT_FACE });

export const FACES_SHEET = sheetPath("faces", { accent: null, face: "eczar" });

function sheetPath(scope: SheetScope, { accent, face }: Look): string {
  return `/look/${scope}-${SHEET}-${accent?.slice(1) ?? "default"}-${face}.css`;
}

/** The look in a sheet's file name. @returns null when it is not one of these names */
export function parseSheetName(name: string): { scope: SheetScope; look: Look } | null {
  const [, scope, version, accent, face] =
    /^(page|preview|faces)-(\d+)-([\da-f]{6}|default)-([a-z-]+)\.css$/.exec(name) ?? [];
  if (!accent || !isDisplayFace(face) || Number(version) !== SHEET) return null;
  return { scope: scope as SheetScope, look: { accent: accent === "default" ? null : `#${accent}`, face } };
}

/** Whether a text names one of the shop's display faces. */
export const isDisplayFace = (name: unknown): name is DisplayFace =>
  typeof name === "string" && Object.hasOwn(DISPLAY_FACES, name);

/** What a look adds to the head of every page. Only what differs from the default. */
export interface PageLook {
  /** The address of its style sheet. */
  sheet?: string;
  /** The file of the display face, to be loaded early. */
  font?: string;
  /** The colours of the browser's own bars. */
  bars?: { light: string; dark: string };
  /** The addresses of the icon in the tab and on a home screen. */
  tab?: string;
  touch?: string;
}
