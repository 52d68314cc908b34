/** Codes of ISO 639-2 that differ from those that Intl knows, and names that shops in India prefer. */
const PREFERRED_CODES: Record<string, string> = {
  alb: "sq",
  arm: "hy",
  baq: "eu",
  bur: "my",
  chi: "zh",
  cze: "cs",
  dut: "nl",
  fre: "fr",
  geo: "ka",
  ger: "de",
  gre: "el",
  ice: "is",
  mac: "mk",
  may: "ms",
  per: "fa",
  rum: "ro",
  slo: "sk",
  tib: "bo",
  wel: "cy",
};
const PREFERRED_NAMES: Record<string, string> = { ben: "Bengali", mul: "", und: "", zxx: "" };

const names = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

/** @param code of ISO 639-2/B, as in ONIX list 74 @returns e.g. "Hindi"; empty when the code means none or is not known */
export function languageName(code: string): string {
  const known = PREFERRED_NAMES[code];
  if (known !== undefined) return known;
  if (!/^[a-z]{3}$/.test(code)) return "";
  return names.of(PREFERRED_CODES[code] ?? code) ?? "";
}
