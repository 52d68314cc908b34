import { data } from "react-router";
import { readDb } from "~/db/shop-database.server";
import type { AuditEntry } from "~/domain/kit/audit/audit";
import { readAudit } from "~/domain/kit/audit/audit.server";
import type { EditableBook, StaffFilters } from "~/domain/catalogue/books/staff/staff-books";
import { findEditableBook, findTitle, listImprints } from "~/domain/catalogue/books/staff/staff-books.server";
import type { Choice, ChoiceKind } from "~/domain/catalogue/books/lists/choices";
import { codesInWords } from "~/domain/catalogue/books/record/subject-labels.server";
import type { SubjectScheme } from "~/domain/catalogue/books/record/subjects";
import { listChoices } from "~/domain/catalogue/books/lists/choices.server";
import { parseId } from "~/domain/kit/ids";
import { findMasterData } from "~/domain/catalogue/names/master-data.server";
import { countPreorders } from "~/domain/sales/orders/fulfilment/pre-orders.server";
import { readParam } from "~/domain/kit/search-params";

/** More would make the page too heavy; a name can be typed without being suggested. */
const NAMES_PROPOSED = 2_000;

export interface BookFormData {
  /** null to add a book. */
  book: EditableBook | null;
  publishers: Choice[];
  languages: Choice[];
  series: Choice[];
  /** Those of other books. */
  imprints: string[];
  /** Names that the browser suggests when scripts are off. */
  names: Record<ChoiceKind, string[]>;
  /** The headings of its saved subject codes; empty: none is known. */
  subjects: Record<SubjectScheme, string>;
  history: AuditEntry[];
  /** Orders that wait for the book, and their copies of it. */
  preorders: { orders: number; copies: number };
}

const notFound = () => data(null, { status: 404 });

/** @throws 404 for a text that cannot be an id */
function parseBookId(text: string): number {
  const id = parseId(text);
  if (id === null) throw notFound();
  return id;
}

/** @throws 404 when there is no such book */
async function findBook(text: string): Promise<EditableBook> {
  const book = await findEditableBook(readDb, parseBookId(text));
  if (!book) throw notFound();
  return book;
}

/**
 * The id in ?edit=, null for ?add=. Does not look whether the book exists; saving does.
 * @throws 404 when the URL has neither, or no id
 */
export function editedBookId(params: URLSearchParams): number | null {
  const edit = readParam(params, "edit");
  if (edit !== null) return parseBookId(edit);
  if (params.has("add")) return null;
  throw notFound();
}

/** The data of the panel of ?add= or ?edit=. @param isScripted a client navigation: it needs no names, scripts search */
export async function readFormPanel(
  params: URLSearchParams,
  isScripted: boolean,
): Promise<BookFormData | null> {
  const edit = readParam(params, "edit");
  if (edit === null && !params.has("add")) return null;
  const book = edit === null ? null : await findBook(edit);
  const names = async (kind: ChoiceKind) =>
    isScripted ? [] : (await listChoices(readDb, kind, NAMES_PROPOSED)).map(({ name }) => name);
  return {
    book,
    publishers: await listChoices(readDb, "publishers"),
    languages: await listChoices(readDb, "languages"),
    series: await listChoices(readDb, "series"),
    imprints: await listImprints(readDb),
    names: {
      authors: await names("authors"),
      tags: await names("tags"),
      languages: await names("languages"),
    },
    subjects: { thema: codesInWords(book?.thema ?? []), bisac: codesInWords(book?.bisac ?? []) },
    preorders: book ? await countPreorders(readDb, book.id) : { orders: 0, copies: 0 },
    history: book ? await readAudit(readDb, "book", book.id) : [],
  };
}

/** What the author, tag … is called whose books the list shows; null when there is none. */
export async function nameOfFilter({ entity, id }: NonNullable<StaffFilters["of"]>): Promise<string | null> {
  return (await findMasterData(readDb, entity, id))?.name ?? null;
}

/** The book of the confirmation dialog, ?confirm=hide-12 or show-12. */
export async function readVisibilityQuestion(params: URLSearchParams) {
  const asked = readParam(params, "confirm");
  if (asked === null) return null;
  const [, verb, digits] = /^(hide|show)-(\d+)$/.exec(asked) ?? [];
  const id = parseBookId(digits ?? "");
  const title = await findTitle(readDb, id);
  if (title === null) throw notFound();
  return { id, title, hide: verb === "hide" };
}
