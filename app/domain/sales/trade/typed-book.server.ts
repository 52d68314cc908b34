import type { Db } from "~/db/database.server";
import { nameKey } from "~/domain/catalogue/names/names";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { findChoices } from "~/domain/catalogue/books/successors.server";
import { asciiDigits } from "~/domain/kit/digits";
import { parseId } from "~/domain/kit/ids";

/** The book that somebody typed by its ISBN, its number ("#12") or its title; refused with a sentence: none, or several. */
export async function typedBook(
  trx: Db,
  which: string,
): Promise<{ ok: true; id: number; name: string } | { ok: false; message: string }> {
  const found = await booksTyped(trx, which);
  const [book] = found;
  if (book && found.length === 1) return { ok: true, id: book.id, name: book.title };
  const message = book
    ? `Several books match “${which}”: give the ISBN, or the number of the book`
    : `No book has the ISBN, number or title “${which}”`;
  return { ok: false, message };
}

async function booksTyped(trx: Db, which: string): Promise<{ id: number; title: string }[]> {
  const digits = asciiDigits(which);
  const isbn = toIsbn13(digits.replace(/[\s-]/g, ""));
  const id = parseId(digits.replace(/^#/, ""));
  const books = trx.selectFrom("books").select(["id", "title"]);
  if (isbn) return books.where("isbn13", "=", isbn).limit(2).execute();
  const byId = id === null ? [] : await books.where("id", "=", id).execute();
  if (id !== null && digits.startsWith("#")) return byId;
  const choices = await findChoices(trx, which);
  const exact = choices.filter(({ title }) => nameKey(title) === nameKey(which));
  // A title may be a number: "1984".
  if (id !== null) return [...byId, ...exact.filter((book) => book.id !== id)];
  return exact.length > 0 ? exact : choices;
}
