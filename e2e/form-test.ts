import type { APIRequestContext } from "@playwright/test";
import { unique } from "./staff";
import { call, signIn, test } from "./support";

/** Somebody of the staff, who does what a test needs without a page. */
export interface Staff {
  request: APIRequestContext;
}

/** For the journeys that are about one form each, without scripts only (forms-*.spec.ts): with staff at hand. */
export const formTest = test.extend<{ staff: Staff }>({
  staff: async ({ playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await signIn({ request }, "admin@kitab.example", "Open-the-shop-1");
    await use({ request });
    await request.dispose();
  },
});

/** A book that no other test knows. */
export async function bookOfOurOwn(staff: Staff, { stock }: { stock: number }) {
  const first = async <Key extends string>(path: string, key: Key) =>
    (await call<Record<Key, number>[]>(staff, path))[0]![key];
  const title = unique("Ebb");
  const book = {
    bookId: 0,
    title,
    brief: "A tale of two rivers.",
    isbn13: "9780143065838",
    price: 299,
    authorId: [await first("authors/all", "authorId")],
    booktagsId: [await first("booktags/all", "booktagId")],
    publisherId: await first("publishers/all", "publisherId"),
    languageId: await first("languages/all", "languageId"),
  };
  const { bookId: id } = await call<{ bookId: number }>(staff, "books/update", { ...book, stock });
  return {
    id,
    title,
    save: (changed: { stock: number }) => call(staff, "books/update", { ...book, ...changed, bookId: id }),
  };
}
