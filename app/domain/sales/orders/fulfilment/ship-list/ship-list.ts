import { asciiDigits } from "~/domain/kit/digits";
import { nameKey } from "~/domain/catalogue/names/names";
import { headOf, type Headings, likelyHeading, namedColumns } from "../../../list-headings";
import { TRACKING_MAX } from "../fulfilment.schema";

/** Lists of parcels that were handed over: an order, a carrier, a tracking number and perhaps a weight in each row. */

export const MOST_SHIP_ROWS = 500;
export const MOST_SHIP_BYTES = 1024 * 1024;

/** A row of such a list, as it was read. Texts are empty where it has none. */
export interface ShipLine {
  /** In the list, from 1. */
  row: number;
  /** The order's number as it is written. */
  order: string;
  carrier: string;
  trackingNo: string;
  /** For the eye alone. */
  weight: string;
}

/** What becomes of a row. */
export type ShipVerdict =
  | { kind: "ready"; orderId: number; carrierId: number; carrier: string }
  /** Its books are fetched at the shop: they are ready, without a carrier. */
  | { kind: "fetched"; orderId: number }
  /** Another order has its tracking number with this carrier too: shipped only where staff say that it is right. */
  | { kind: "shared"; orderId: number; carrier: string; other: number }
  /** The shop has no carrier of this name; "": the row names none. */
  | { kind: "carrier"; orderId: number; name: string }
  | { kind: "left-out"; orderId: number | null; why: string };

/** Whether something is done with a row as it stands. */
export const isReady = ({ kind }: ShipVerdict): boolean => kind === "ready" || kind === "fetched";

export type CheckedShipLine = ShipLine & { verdict: ShipVerdict };

const CARRIER_MAX = 70;
const CELL_MAX = 20;

/** What the columns are called: letters and digits alone, the likeliest first. */
const HEADINGS = {
  order: ["orderno", "ordernumber", "orderid", "order", "customerreference", "customerref", "referenceno", "referencenumber", "refno", "reference", "ref"], // oxfmt-ignore
  carrier: ["carrier", "courier", "couriername", "couriercompany", "courierpartner", "logistics", "logisticsname", "shippedby", "shippedvia", "service", "provider"], // oxfmt-ignore
  trackingNo: ["awb", "awbno", "awbnumber", "trackingnumber", "trackingno", "trackingid", "tracking", "waybill", "waybillno", "consignmentno", "consignmentnumber", "articleno", "articlenumber", "barcode", "docketno", "number", "no"], // oxfmt-ignore
  weight: ["weight", "weightg", "weightgm", "weightgms", "weightgrams", "weightingrams", "weightkg", "weightkgs", "wt", "wtg", "wtgms", "wtkg", "actualweight", "chargedweight"], // oxfmt-ignore
} as const;
type Column = keyof typeof HEADINGS;
export const SHIP_COLUMNS = Object.keys(HEADINGS) as Column[];
/** How staff say that the columns of such lists are called. */
export type ShipHeadings = Headings<Column>;
type Columns = Partial<Record<Column, number>>;
interface Row {
  row: number;
  cells: readonly string[];
}

/** What is known of the shop, by which columns without a heading are told from each other. */
export interface KnownOfShop {
  /** `nameKey`s. */
  carriers: ReadonlySet<string>;
  orders: ReadonlySet<number>;
}

/** "17" or "#17" as a number; null: it is none. */
export function orderNumberIn(cell: string): number | null {
  const number = /^#?\s*0*([1-9]\d{0,8})$/.exec(cell)?.[1];
  return number === undefined ? null : Number(number);
}

const plain = (cell: string) =>
  asciiDigits(cell)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** All numbers in a table that can be an order's. */
export const orderNumbersIn = (rows: readonly Row[]): number[] => [
  ...new Set(rows.flatMap(({ cells }) => cells.flatMap((cell) => orderNumberIn(plain(cell)) ?? []))),
];

export type ReadShipList =
  | { ok: true; lines: ShipLine[] }
  /** `headings`: what seems to be the list's heading, when its columns are not known. */
  | { ok: false; message: string; headings?: string[] };

/**
 * Reads a list, with or without a heading, its columns in any order.
 * @param named how staff say that columns are called; the usual names count too @returns its rows; or why it cannot be read
 */
export function readShipList(
  table: readonly Row[],
  known: KnownOfShop,
  named: ShipHeadings = {},
): ReadShipList {
  const rows = table
    .map(({ row, cells }) => ({ row, cells: cells.map(plain) }))
    .filter(({ cells }) => cells.some(Boolean));
  const columnsOf = (cells: readonly string[]) =>
    // As a file that was read before stands in the form: there, staff's names are not the file's.
    namedColumns(cells, HEADINGS, cells.join() === OWN_HEADING.join() ? {} : named);
  const heading = headOf(rows).findIndex(({ cells }) => isWhole(columnsOf(cells)));
  const columns =
    heading < 0
      ? likelyColumns(
          rows.map(({ cells }) => cells),
          known,
        )
      : columnsOf(rows[heading]!.cells);
  if (!isWhole(columns))
    return {
      ok: false,
      headings: likelyHeading(rows.map(({ cells }) => cells)),
      message:
        "The list needs a column with the orders’ numbers and one with the tracking numbers. If they are there, put a heading above them: Order, Carrier, Number, Weight",
    };
  const lines = rows
    .slice(heading + 1)
    .map((row) => lineOf(row, columns))
    .filter(({ order, trackingNo }) => order !== "" || trackingNo !== "");
  if (lines.length === 0) return { ok: false, message: "The list has no rows below its heading" };
  if (lines.length > MOST_SHIP_ROWS)
    return {
      ok: false,
      message: `The list has ${lines.length} rows, and may have ${MOST_SHIP_ROWS}: please split it`,
    };
  return { ok: true, lines };
}

const isWhole = ({ order, trackingNo }: Columns) => order !== undefined && trackingNo !== undefined;

/** The columns of a list without a heading, by what stands in them. */
function likelyColumns(rows: readonly (readonly string[])[], known: KnownOfShop): Columns {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const cellsOf = (at: number) => rows.map((cells) => cells[at] ?? "").filter(Boolean);
  const free = new Set(Array.from({ length: width }, (_, at) => at).filter((at) => cellsOf(at).length > 0));
  /** Takes the free column with the highest score; none where all are 0. The first of equals. */
  const take = (scoreOf: (cells: string[]) => number): number | undefined => {
    const scored = [...free].map((at) => ({ at, score: scoreOf(cellsOf(at)) }));
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a), { at: -1, score: 0 });
    if (best.at < 0) return undefined;
    free.delete(best.at);
    return best.at;
  };
  const order = take((cells) => {
    const numbers = most(cells, (cell) => orderNumberIn(cell) !== null).map((cell) => orderNumberIn(cell)!);
    const marked = cells.filter((cell) => cell.startsWith("#")).length;
    return numbers.length === 0
      ? 0
      : 1 + numbers.filter((number) => known.orders.has(number)).length + marked * 2;
  });
  const carrier =
    take((cells) => cells.filter((cell) => known.carriers.has(nameKey(cell))).length) ??
    take((cells) => most(cells, (cell) => !/\d/.test(cell)).length);
  const trackingNo = take((cells) => most(cells, isNumber).join("").length);
  const weight = take((cells) => most(cells, (cell) => WEIGHT.test(cell)).length);
  const found = { order, carrier, trackingNo, weight };
  return Object.fromEntries(Object.entries(found).filter(([, at]) => at !== undefined));
}

/** The cells that are so, where most are: one wrong cell does not hide what a column has. */
function most(cells: string[], isSo: (cell: string) => boolean): string[] {
  const those = cells.filter(isSo);
  return those.length * 2 > cells.length ? those : [];
}

const isNumber = (cell: string) =>
  /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9 ./-]{4,}$/.test(cell) && !WITH_UNIT.test(cell);

const WITH_UNIT = /^\d+(?:\s*(?:g|gm|gms|grams?|kgs?)|[.,]\d{1,3}(?:\s*kgs?)?)$/i;
const WEIGHT = /^\d{1,5}(?:[.,]\d{1,3})?\s*(?:g|gm|gms|grams?|kgs?)?$/i;

function lineOf({ row, cells }: Row, columns: Columns): ShipLine {
  const cell = (column: Column, max: number) => (cells[columns[column] ?? -1] ?? "").slice(0, max);
  return {
    row,
    order: cell("order", CELL_MAX),
    carrier: cell("carrier", CARRIER_MAX),
    // One character more than is allowed, so that a number that is too long is refused and not cut.
    trackingNo: cell("trackingNo", TRACKING_MAX + 1),
    weight: cell("weight", CELL_MAX),
  };
}

const OWN_HEADING = ["Order", "Carrier", "Number", "Weight"];

/** The lines as a table with a heading, as it can be pasted. */
export const textOfLines = (lines: readonly ShipLine[]): string =>
  [OWN_HEADING.join("\t")]
    .concat(
      lines.map(({ order, carrier, trackingNo, weight }) => [order, carrier, trackingNo, weight].join("\t")),
    )
    .join("\n");
