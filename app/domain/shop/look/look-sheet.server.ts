import { accentColours } from "./accent-colours.server";
import {
  DEFAULT_FACE,
  DISPLAY_FACES,
  type DisplayFace,
  FACE_NAMES,
  type Look,
  type SheetScope,
} from "./look";

/** The addresses of a face's files. Each has its own letters, and is fetched only where they occur. */
export interface FaceFiles {
  latin: string;
  /** é, ü …, and rare signs: #, @ … */
  accents: string;
  /** ā, ś … */
  extended: string;
  /** ṛ, ṣ, ṭ …, for faces whose `extended` has none. */
  dotted?: string;
}

type OtherFace = Exclude<DisplayFace, typeof DEFAULT_FACE>;

export interface LookFiles {
  faces: Record<OtherFace, FaceFiles>;
  /** Of Eczar, for all faces. */
  devanagari: string;
}

/**
 * How much a face is scaled so that a title is as wide as in Eczar: then the stand-ins of styles/app.css fit it too, and no
 * line moves when the face is there. From the widths of letters in English text.
 */
const SCALES: Record<OtherFace, number> = { gelasio: 0.983, jost: 1.022, "rozha-one": 0.985 };

/** Letters of each file, as in styles/app.css. Where ranges overlap, a later rule has priority. */
const ACCENTS = "U+23-FF,U+131,U+152-153,U+2010-2012,U+201A-201E,U+2022,U+2122";
const LATIN =
  "U+20-22,U+26-29,U+2C-3B,U+3F,U+41-5A,U+61-7A,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026";
const EXTENDED = "U+100-130,U+132-151,U+154-2BA,U+1E00-1E9F";
const DOTTED =
  "U+1E0C-1E0D,U+1E24-1E25,U+1E36-1E39,U+1E40-1E47,U+1E5A-1E5D,U+1E62-1E63,U+1E6C-1E6D,U+1E92-1E93";
const DEVANAGARI = "U+900-97F,U+1CD0-1CF9,U+200C-200D,U+25CC,U+A8E0-A8FF";

/** Until Jost is there. */
const SANS_STAND_IN =
  '@font-face{font-family:Plain;src:local("Arial"),local("Helvetica"),local("Liberation Sans"),local("Roboto");' +
  "font-weight:400 700;size-adjust:101.1%;ascent-override:95.9%;descent-override:31.7%;line-gap-override:0%}";

/**
 * A style sheet of the look, for use after styles/app.css: the accent's tokens, and the display face with its files. A page
 * gets only what differs from the default.
 */
export function lookSheet({ accent, face }: Look, scope: SheetScope, files: LookFiles): string {
  if (scope === "preview") return `.look-preview{${tokens(accent)}}\n`;
  if (scope === "faces") {
    const others = FACE_NAMES.filter((name): name is OtherFace => name !== DEFAULT_FACE);
    const classes = FACE_NAMES.map((name) => `.face-${name}{--display:${familyOf(name)}}`);
    return `${classes.join("")}${others.map((name) => faceRules(name, files)).join("")}\n`;
  }
  const own = [
    ...(accent === null ? [] : [tokens(accent)]),
    ...(face === DEFAULT_FACE ? [] : [`--display:${familyOf(face)}`]),
  ];
  return `:root{${own.join(";")}}${face === DEFAULT_FACE ? "" : faceRules(face, files)}\n`;
}

function tokens(accent: string | null): string {
  const { light, dark } = accentColours(accent);
  const both = (name: keyof typeof light) => `light-dark(${light[name]},${dark[name]})`;
  return `--accent:${both("accent")};--accent-strong:${both("accentStrong")};--on-accent:${both("onAccent")}`;
}

/** Jost is the one face without serifs, so one without serifs stands in for it. */
const familyOf = (face: DisplayFace) =>
  `"${DISPLAY_FACES[face].label}",${face === "jost" ? "Plain," : ""}var(--stand-ins)`;

function faceRules(face: OtherFace, { faces, devanagari }: LookFiles): string {
  const { latin, accents, extended, dotted } = faces[face];
  const scale = SCALES[face];
  return [
    fontFace(face, accents, ACCENTS, scale),
    fontFace(face, latin, LATIN, scale),
    fontFace(face, extended, EXTENDED, scale),
    dotted ? fontFace(face, dotted, DOTTED, scale) : "",
    fontFace(face, devanagari, DEVANAGARI, 1),
    face === "jost" ? SANS_STAND_IN : "",
  ].join("");
}

/** The overrides give every face the line of Eczar: 97% above the baseline, 32% below. */
function fontFace(face: OtherFace, file: string, letters: string, scale: number): string {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return (
    `@font-face{font-family:"${DISPLAY_FACES[face].label}";src:url(${file})format("woff2");font-weight:400 700;font-display:swap;` +
    `${scale === 1 ? "" : `size-adjust:${percent(scale)};`}ascent-override:${percent(0.97 / scale)};` +
    `descent-override:${percent(0.32 / scale)};unicode-range:${letters}}`
  );
}
