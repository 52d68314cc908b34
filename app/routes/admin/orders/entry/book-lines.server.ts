import { readDb } from "~/db/shop-database.server";
import { booksById, type BookToAdd, findBooksToAdd } from "~/domain/sales/orders/edit/books-to-add.server";
import { textField } from "~/http/request/forms/read-form.server";
import { SEARCH_MAX } from "./use-scans";

/** The field with the copies of a book that comes onto an order. */
export const addedOf = (bookId: number) => `add-${bookId}`;

/** What a form of lines shows again: as it was typed. */
export interface TypedForm {
  /** By the names of the fields. */
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  /** The books that were added so far. */
  added: Omit<BookToAdd, "authors">[];
  /** What the search found, where one has to be chosen; null: nothing was searched for. */
  found: BookToAdd[] | null;
}

/** The books and copies that were added, as they were typed: at most so many as an order may have. */
export const addedIn = (form: FormData): { bookId: number; typed: string }[] =>
  [...form.entries()].flatMap(([name, value]) => {
    const id = /^add-(\d{1,15})$/.exec(name)?.[1];
    return id && typeof value === "string" ? [{ bookId: Number(id), typed: value }] : [];
  });

/** A whole number as it was typed; NaN for anything else, which no schema accepts. */
export const count = (typed: string): number => (/^\s*\d{1,12}\s*$/.test(typed) ? Number(typed) : NaN);

/** The form as it was sent, with nothing searched for. */
export async function typedForm(form: FormData, errors: Record<string, string[]> = {}): Promise<TypedForm> {
  const typed = Object.fromEntries(
    [...form.entries()].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const added = await booksById(
    readDb,
    addedIn(form).map(({ bookId }) => bookId),
  );
  return { typed, errors, added, found: null };
}

/** Whether a book is searched for or chosen. Enter in any field presses the search's button, too: without words it is none. */
export const isSearch = (form: FormData): boolean =>
  form.has("addBook") || (form.get("intent") === "find" && textField(form, "find").trim() !== "");

/** Whether the button that saves was pressed below the sums that are still right. @param sign what they say now */
export const isConfirmed = (form: FormData, sign: string): boolean =>
  form.get("intent") === "save" && form.get("confirmed") === sign;

/** Several barcodes: scans that came while an earlier one was on its way. */
const SCANS = /^[\dX-]{10,17}(?:\s+[\dX-]{10,17})+$/i;

/**
 * The form after a search, or after one of its results was chosen: a single match is added, once more if it is there already.
 * Of several barcodes those without a single match stay in the field, with an error that names them.
 */
export async function withFoundBook(form: FormData): Promise<TypedForm> {
  const shown = await typedForm(form);
  const chosen = Number(textField(form, "addBook")) || null;
  if (chosen !== null) return withBooks(shown, [chosen], "");
  const search = textField(form, "find").trim().slice(0, SEARCH_MAX);
  const scans = SCANS.test(search) ? search.split(/\s+/) : [search];
  const results = await Promise.all(scans.map((scan) => findBooksToAdd(readDb, scan)));
  const single = results.flatMap((found) => (found.length === 1 ? [found[0]!.id] : []));
  const left = scans.filter((_, index) => results[index]!.length !== 1);
  const after = await withBooks(shown, single, left.join(" "));
  if (left.length === 0) return after;
  if (scans.length === 1 && results[0]!.length > 0) return { ...after, found: results[0]! };
  const named = (isMatched: boolean) =>
    scans
      .filter((_, index) => results[index]!.length !== 1 && results[index]!.length > 0 === isMatched)
      .map((scan) => `“${scan}”`)
      .join(", ");
  const [none, several] = [named(false), named(true)];
  const find = [
    ...(none ? [`No book in the store matches ${none}`] : []),
    ...(several ? [`Several books match ${several}: look for each alone`] : []),
  ];
  return { ...after, errors: { find }, found: [] };
}

/** @param bookIds each is one copy more @param find what is left in the field of the search */
async function withBooks(shown: TypedForm, bookIds: number[], find: string): Promise<TypedForm> {
  const typed: Record<string, string> = { ...shown.typed, find };
  for (const id of bookIds) typed[addedOf(id)] = String((count(typed[addedOf(id)] ?? "0") || 0) + 1);
  const isNew = (id: number, index: number) =>
    bookIds.indexOf(id) === index && shown.added.every((book) => book.id !== id);
  return { ...shown, typed, added: [...shown.added, ...(await booksById(readDb, bookIds.filter(isNew)))] };
}
