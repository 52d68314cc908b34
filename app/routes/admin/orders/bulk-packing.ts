import { parseId } from "~/domain/ids";
import { PAGE_SIZES } from "~/domain/listing/listing";

/** The checked orders: positive whole numbers, at most a page of them. */
export function readOrderIds(form: FormData): number[] {
  const ids = form
    .getAll("order")
    .map(parseId)
    .filter((id) => id !== null);
  return [...new Set(ids)].slice(0, Math.max(...PAGE_SIZES));
}
