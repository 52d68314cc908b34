import type { OrderState } from "../orders";
import { readParams } from "~/domain/kit/search-params";

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

/**
 * The columns that an address names, in their usual order.
 * @param saved those of the last manifest, for an address that names none; without them all
 */
export function parseManifestColumns(params: URLSearchParams, saved: unknown): ManifestColumn[] {
  const chosen = columnsIn(readParams(params, "column", 20));
  return chosen.length > 0 ? chosen : columnsIn(saved, ALL);
}

function columnsIn(names: unknown, none: ManifestColumn[] = []): ManifestColumn[] {
  const named = new Set<unknown>(Array.isArray(names) ? names : []);
  const columns = ALL.filter((column) => named.has(column));
  return columns.length > 0 ? columns : none;
}
