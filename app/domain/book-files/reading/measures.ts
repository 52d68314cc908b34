import { isNone } from "./isbns";
import { asciiDigits } from "~/domain/kit/digits";
import { type DecimalSign, numberIn, valueIn } from "./numbers";

// Weights in grams, lengths in millimetres.

export type MeasureKind = "weight" | "length";
/** The unit of a column without one; `open`: its numbers cannot be the shop's own unit, and nobody has said which. */
export type MeasureUnit = "g" | "kg" | "mm" | "cm" | "in" | "open";

const LENGTHS: Record<string, number> = {
  mm: 1,
  cm: 10,
  cms: 10,
  in: 25.4,
  inch: 25.4,
  inches: 25.4,
  m: 1000,
};
const WEIGHTS: Record<string, number> = {
  g: 1,
  gm: 1,
  gms: 1,
  gr: 1,
  grm: 1,
  grms: 1,
  gram: 1,
  grams: 1,
  kg: 1000,
  kgs: 1000,
  kilo: 1000,
  kilogram: 1000,
  kilograms: 1000,
  oz: 28.349_523_125,
  ounces: 28.349_523_125,
  lb: 453.592_37,
  lbs: 453.592_37,
  pounds: 453.592_37,
};

const factorOf = (unit: string, kind: MeasureKind): number | undefined =>
  (kind === "weight" ? WEIGHTS : LENGTHS)[unit.toLowerCase()];

/** The number of a cell and its own unit; null when it is something else. */
function measureOf(cell: string): { number: string; unit: string } | null {
  const text = asciiDigits(cell)
    .trim()
    .replace(/″|”|"$/u, " in");
  const [, number = "", unit = ""] = /^([\d.,\s]*\d)\s*(\p{L}*)\.?$/u.exec(text) ?? [];
  return number ? { number, unit } : null;
}

export interface ReadMeasure {
  /** In the shop's unit; empty: left out. */
  text: string;
  warning?: string;
}

interface MeasureColumn {
  /** Of the heading, or as staff have said. */
  unit?: string;
  decimal?: DecimalSign;
}

/** A weight in grams or a length in millimetres. The cell's own unit wins over the column's. */
export function measureIn(
  cell: string,
  kind: MeasureKind,
  { unit, decimal }: MeasureColumn = {},
): ReadMeasure {
  const shown = cell.trim().slice(0, 40);
  const found = measureOf(cell);
  if (!shown || isNone(cell)) return { text: "" };
  if (!found) return { text: "", warning: `“${shown}” is no ${kind}, so it is left out` };
  const own = found.unit || unit;
  const value = likelyValue(found.number, decimal, own, kind);
  if (value === null) return { text: "", warning: `“${shown}” can be read in two ways, so it is left out` };
  if (Number.isNaN(value)) return { text: "", warning: `“${shown}” is no ${kind}, so it is left out` };
  // Other systems write 0 for what they do not know.
  if (value === 0) return { text: "" };
  if (own === "open" || (!own && isOdd(value, kind))) return { text: "", warning: unitWarning(shown, kind) };
  const factor = factorOf(own || (kind === "weight" ? "g" : "mm"), kind);
  if (!factor) return { text: "", warning: `“${shown}”: the unit is not known, so the ${kind} is left out` };
  const whole = Math.round(value * factor);
  // 0.35 in a column of grams is kilograms.
  const isTooLight = kind === "weight" && factor === 1 && value < LEAST && !Number.isInteger(value);
  if (whole === 0 || isTooLight) return { text: "", warning: unitWarning(shown, kind) };
  return { text: String(whole) };
}

/** The most that a book has, in grams or millimetres. */
const MOST = { weight: 50_000, length: 2000 };

/** 1.250 kg is no ton: what no book can have is no group of thousands. @returns null when it can be read in two ways */
function likelyValue(
  number: string,
  decimal: DecimalSign | undefined,
  unit: string | undefined,
  kind: MeasureKind,
): number | null {
  const factor = factorOf(unit ?? "", kind) ?? 1;
  const asGroup = valueIn(number);
  if (decimal !== "point" && decimal !== "comma" && asGroup * factor > MOST[kind])
    for (const sign of ["point", "comma"] as const)
      if (valueIn(number, sign) * factor <= MOST[kind]) return valueIn(number, sign);
  return numberIn(number, decimal) === null ? null : valueIn(number, decimal);
}

const unitWarning = (shown: string, kind: MeasureKind) =>
  kind === "weight"
    ? `The weight ${shown} is left out: grams are whole numbers, so kilograms are likely`
    : `The length ${shown} is left out: without a unit it would be millimetres, so centimetres are likely`;

/** Fractions of grams below it are no weight of a book. */
const LEAST = 10;

/** Too little for grams or millimetres of a book, or no whole number. */
const isOdd = (value: number, kind: MeasureKind) =>
  !Number.isInteger(value) || value < (kind === "weight" ? LEAST : 3);

/** What the measures of a column without a unit say about it. */
export class MeasureUnits {
  #kind: MeasureKind;
  #isFlat: boolean;
  #odd = 0;
  examples: string[] = [];

  /** @param isFlat whether it is the height or width of a page: more than some millimetres */
  constructor(kind: MeasureKind, isFlat: boolean) {
    this.#kind = kind;
    this.#isFlat = isFlat;
  }

  add(cell: string) {
    const found = measureOf(cell);
    if (!found || found.unit) return;
    const value = valueIn(found.number);
    if (!(value > 0)) return;
    const isOddHere = isOdd(value, this.#kind) || (this.#isFlat && value < 40);
    if (isOddHere) this.#odd += 1;
    if (isOddHere && this.examples.length < 3 && !this.examples.includes(cell.trim()))
      this.examples.push(cell.trim());
  }

  decide(): MeasureUnit | undefined {
    return this.#odd > 0 ? "open" : undefined;
  }
}
