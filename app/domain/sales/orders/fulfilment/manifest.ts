import type { OrderState } from "../orders";
import { readNumber, readParam, readParams } from "~/domain/kit/search-params";

/** A carrier's manifest: the parcels that it is handed, as a table. */

/** Its columns: their headings, and the words for staff who choose them. */
export const MANIFEST_COLUMNS = {
  order: { header: "order", label: "Order" },
  name: { header: "name", label: "Name" },
  address: { header: "address", label: "Address" },
  place: { header: "place", label: "Town" },
  state: { header: "state", label: "State" },
  pin: { header: "pin", label: "PIN code" },
  mobile: { header: "mobile", label: "Mobile" },
  weight: { header: "weight g", label: "Weight in grams" },
  cod: { header: "cod", label: "Sum due at the door" },
  value: { header: "value", label: "Value" },
  method: { header: "method", label: "Method of delivery" },
  copies: { header: "copies", label: "Copies" },
} as const;
export type ManifestColumn = keyof typeof MANIFEST_COLUMNS;
export type ManifestRow = Record<ManifestColumn, string | number>;

/** Orders that a carrier is handed, or was just now. */
export const MANIFEST_STATES = ["paid", "packed", "shipped"] as const satisfies OrderState[];

const ALL = Object.keys(MANIFEST_COLUMNS) as ManifestColumn[];

/** A column of a manifest, and what its carrier calls it. */
export interface ChosenColumn {
  column: ManifestColumn;
  header: string;
}

/** A heading has no more characters than this. */
export const HEADING_MAX = 60;

/** The field with what a column is called. */
export const headingField = (column: ManifestColumn) => `heading-${column}`;
/** The field with its place. */
export const placeField = (column: ManifestColumn) => `place-${column}`;

/**
 * The columns that an address names, by their places, with their headings; without a place in the usual order, without a heading
 * with the usual one.
 * @param saved those of the last manifest, for an address that names none; without them all
 */
export function parseManifestColumns(params: URLSearchParams, saved: unknown): ChosenColumn[] {
  const named = new Set<unknown>(readParams(params, "column", ALL.length));
  const chosen = ALL.filter((column) => named.has(column));
  if (chosen.length === 0) return savedColumns(saved);
  const placeOf = (column: ManifestColumn) => readNumber(params, placeField(column)) ?? ALL.length;
  return chosen
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((column) => chosenColumn(column, readParam(params, headingField(column), HEADING_MAX)));
}

const chosenColumn = (column: ManifestColumn, heading: string | null): ChosenColumn => ({
  column,
  header: heading?.trim() || MANIFEST_COLUMNS[column].header,
});

/** As they were saved: of old as names alone. */
function savedColumns(saved: unknown): ChosenColumn[] {
  const columns = (Array.isArray(saved) ? saved : []).flatMap((one: unknown): ChosenColumn[] => {
    const { column, header } =
      typeof one === "string" ? { column: one, header: null } : (one as ChosenColumn);
    const known = ALL.find((name) => name === column);
    return known ? [chosenColumn(known, header)] : [];
  });
  return columns.length > 0 ? columns : ALL.map((column) => chosenColumn(column, null));
}

/** All columns as a form offers them: the chosen ones first, in their order. */
export function offeredColumns(chosen: readonly ChosenColumn[]): (ChosenColumn & { isChosen: boolean })[] {
  const others = ALL.filter((column) => !chosen.some((one) => one.column === column));
  return [
    ...chosen.map((one) => ({ ...one, isChosen: true })),
    ...others.map((column) => ({ ...chosenColumn(column, null), isChosen: false })),
  ];
}
