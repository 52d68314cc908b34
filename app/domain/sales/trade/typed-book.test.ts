import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createBook } from "~/test/factories";
import { typedBook } from "./typed-book.server";

test("a number is that of a book, or the title of one, never another book in silence", async () => {
  const db = (await createTestDatabase()).write;
  const gora = await createBook(db, { title: "Gora" });
  const numbered = await createBook(db, { title: "1984" });
  const ambiguous = await createBook(db, { title: String(gora) });
  const found = async (which: string) => {
    const book = await typedBook(db, which);
    return book.ok ? book.id : book.message;
  };
  expect(await found("1984")).toBe(numbered);
  expect(await found(`#${gora}`)).toBe(gora);
  expect(await found(String(numbered))).toBe(numbered);
  expect(await found(String(gora))).toContain("Several books match");
  expect(await found(`#${ambiguous}`)).toBe(ambiguous);
  expect(await found("777")).toBe("No book has the ISBN, number or title “777”");
});
