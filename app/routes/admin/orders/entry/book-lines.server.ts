import { readDb } from "~/db/shop-database.server";
import { booksById, type BookToAdd, findBooksToAdd } from "~/domain/sales/orders/edit/books-to-add.server";
import { textField } from "~/http/request/forms/read-form.server";

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

/** The form after a search, or after one of its results was chosen: a single match is added, once more if it is there already. */
export async function withFoundBook(form: FormData): Promise<TypedForm> {
  const shown = await typedForm(form);
  const chosen = Number(textField(form, "addBook")) || null;
  const search = textField(form, "find").trim().slice(0, 100);
  const found = chosen === null ? await findBooksToAdd(readDb, search) : [];
  const one = chosen ?? (found.length === 1 ? found[0]!.id : null);
  if (one === null) {
    const errors: TypedForm["errors"] =
      found.length === 0 ? { find: [`No book in the store matches “${search}”`] } : {};
    return { ...shown, errors, found };
  }
  const name = addedOf(one);
  const before = count(shown.typed[name] ?? "0") || 0;
  const books = shown.added.some(({ id }) => id === one)
    ? shown.added
    : [...shown.added, ...(await booksById(readDb, [one]))];
  return {
    ...shown,
    typed: { ...shown.typed, [name]: String(before + 1), find: "" },
    added: books,
  };
}
