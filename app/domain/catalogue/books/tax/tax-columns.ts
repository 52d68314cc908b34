import type { ExpressionBuilder } from "kysely";
import type { Tables } from "~/db/tables";
import { BOOK_FORMATS } from "../record/book-formats";

const PRINTED = Object.keys(BOOK_FORMATS).filter((code) => /^(?:B|SB)/.test(code));

/** What `taxOn` needs of a book, for a query with books as `b`. */
export const TAX_COLUMNS = ["b.hsn", "b.tax_rate", "b.format"] as const;

/** The same: `printed_edition`. */
export const printedEdition = (eb: ExpressionBuilder<Tables & { b: Tables["books"] }, "b">) =>
  eb
    .selectFrom("books as printed")
    .select((inner) => inner.fn.min<number | null>("printed.id").as("id"))
    .whereRef("printed.work_id", "=", "b.work_id")
    .where("printed.format", "in", PRINTED)
    .as("printed_edition");
