import { parseId } from "~/domain/kit/ids";
import { PAGE_SIZES } from "~/domain/kit/listing/listing";

/** The ids of the checked orders, without invalid ones, at most one page of them. */
export function readOrderIds(form: FormData | URLSearchParams): number[] {
  const ids = form
    .getAll("order")
    .map(parseId)
    .filter((id) => id !== null);
  return [...new Set(ids)].slice(0, Math.max(...PAGE_SIZES));
}
