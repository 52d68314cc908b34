import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Stand-ins for the system's sans-serif face: one as wide as Arial, one as Verdana or DejaVu, and a condensed one. */
export const FACES = { usual: "Arimo", wide: "DejaVu Sans", narrow: "PT Sans Narrow" };

const PACKAGES = [
  "@expo-google-fonts/arimo",
  "@expo-google-fonts/noto-serif",
  "@expo-google-fonts/pt-sans-narrow",
  "dejavu-fonts-ttf",
];
/** The family names that the stylesheets use; they lead to the chosen face, never to the machine's fonts. */
const SANS = ["system-ui", "-apple-system", "Segoe UI", "Roboto", "Noto Sans", "sans-serif", "sans", "Arial"];

/**
 * Writes a fontconfig file with only the fonts of the journeys, so that no result depends on the machine's fonts.
 * @param face the face that the system's family names lead to
 * @returns environment variables for a browser that uses it
 */
export function fontsOfJourneys(face: keyof typeof FACES): { FONTCONFIG_FILE: string } {
  const folder = path.resolve(".cache/e2e-fonts");
  const file = path.join(folder, `${face}.conf`);
  const tag = (name: string, text: string) =>
    `<${name}>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</${name}>`;
  const alias = (from: string, to: string) =>
    `<alias binding="same">${tag("family", from)}<prefer>${tag("family", to)}</prefer></alias>`;
  const lines = [
    ...PACKAGES.map((name) => tag("dir", path.resolve("node_modules", name))),
    tag("cachedir", folder),
    ...SANS.map((name) => alias(name, FACES[face])),
    alias("serif", "Noto Serif"),
    alias("monospace", "DejaVu Sans Mono"),
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines.join("\n")}\n</fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}
