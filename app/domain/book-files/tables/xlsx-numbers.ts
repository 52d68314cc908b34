import { currencyOfWord } from "../reading/currencies";

/** How a workbook shows a number: told from its number format. */
export type NumberStyle =
  | { kind: "exact" }
  | { kind: "day" }
  | { kind: "percent" }
  /** With this many decimals; `zeros`: filled up with zeros to this many digits; `currency`: its sign or code, unless it is rupees. */
  | { kind: "decimals"; decimals: number; zeros: number; currency?: string };

const EXACT: NumberStyle = { kind: "exact" };

/** The built-in formats that have no code in the file (ECMA-376 part 1, 18.8.30). */
const BUILT_IN: Record<number, string> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  9: "0%",
  10: "0.00%",
  14: "d/m/yyyy",
  15: "d-mmm-yy",
  16: "d-mmm",
  17: "mmm-yy",
  22: "d/m/yyyy h:mm",
  37: "#,##0",
  38: "#,##0",
  39: "#,##0.00",
  40: "#,##0.00",
};

/** @param code of the file; undefined for a built-in format */
export function numberStyle(id: number, code: string | undefined): NumberStyle {
  const [section = ""] = (code ?? BUILT_IN[id] ?? "")
    .replace(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, "")
    .toLowerCase()
    .split(";");
  if (/[yd]|m(?!.*[hs])(?<![hs].*)/.test(section)) return { kind: "day" };
  if (section.includes("%")) return { kind: "percent" };
  // Hours, exponents, fractions, thousands left out: what people see is not the number, so the number stays exact.
  if (!/^[^0#a-z]*[0#][0#,\s-]*(?:\.0*)?[^0#a-z?/,]*$/.test(section)) return EXACT;
  const [whole = "", decimals = ""] = section.split(".");
  const zeros = whole.split("0").length - 1;
  const currency = currencyOf(code ?? "");
  return {
    kind: "decimals",
    decimals: decimals.split("0").length - 1,
    zeros: zeros > 1 ? zeros : 0,
    ...(currency && { currency }),
  };
}

/** Another currency than rupees that the format shows: [$€-407], "US$", €. */
function currencyOf(code: string): string | null {
  const [, ofLocale] = /\[\$([^\]-]*)/.exec(code) ?? [];
  const texts = [
    ofLocale,
    ...[...code.matchAll(/"([^"]*)"|\\(.)|(\p{Sc})/gu)].map((found) => found.slice(1).find(Boolean)),
  ];
  for (const text of texts) {
    const currency = text && currencyOfWord(text);
    if (currency) return currency === "INR" ? null : text.trim();
  }
  return null;
}

const DAY_MS = 86_400_000;

/**
 * A number as a person sees it in the sheet, in the form that the shop's forms take: an ISBN with all its digits,
 * a day as YYYY-MM-DD, amounts with a point and without separators.
 * @param raw as the file has it, e.g. "9.78817167E+12"
 * @param startsIn1904 whether the workbook counts days from 1904
 */
export function shownNumber(raw: string, style: NumberStyle, startsIn1904: boolean): string {
  const number = Number(raw);
  if (!raw.trim() || !Number.isFinite(number)) return raw;
  if (style.kind === "day") return dayOf(number, startsIn1904) ?? fifteenDigits(number);
  if (style.kind === "percent") return `${fifteenDigits(number * 100)}%`;
  if (style.kind === "exact") return unmistakable(fifteenDigits(number));
  if (Math.abs(number) >= 1e15) return fifteenDigits(number);
  const [whole = "", decimals = ""] = fifteenDigits(Number(number.toFixed(style.decimals))).split(".");
  const before = style.currency ? `${style.currency} ` : "";
  const filled = whole.startsWith("-") ? whole : whole.padStart(style.zeros, "0");
  return before + (decimals ? unmistakable(`${filled}.${decimals}`) : filled);
}

/** Three digits after a point could be read as thousands: a fourth says that they are decimals. 1.125 is 1.1250. */
const unmistakable = (number: string) => (/^-?[1-9]\d{0,2}\.\d{3}$/.test(number) ? `${number}0` : number);

/** Spreadsheets show 15 digits; the file can have more, such as 0.30000000000000004. */
const fifteenDigits = (number: number) => String(Number(number.toPrecision(15)));

/** The sheet's day 1 is 1 January 1900, and it counts a 29 February 1900 that never was. */
function dayOf(serial: number, startsIn1904: boolean): string | null {
  if (serial < 1 || serial >= 2_958_466) return null;
  const first = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(first + Math.floor(serial) * DAY_MS).toISOString().slice(0, 10);
}
