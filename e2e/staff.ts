import { type Cookie, expect, type Page } from "@playwright/test";
import { call, signIn } from "./support";

let session: Cookie[] | undefined;

/**
 * Logs in as the sample admin. All journeys of a worker share the session, so a journey that logs out must use `signIn`
 * instead.
 */
export async function signInAsStaff(page: Page) {
  const context = page.context();
  if (session) return context.addCookies(session);
  await signIn(page, "admin@kitab.example", "Open-the-shop-1");
  session = (await context.cookies()).filter(({ name }) => name === "kitab");
}

/** Logs in like `signInAsStaff`, and opens this back-office page. */
export async function asStaff(page: Page, path = "/admin") {
  await signInAsStaff(page);
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(path.split("?")[0]!));
}

let made = 0;

/** A name that no other test uses, short enough for every field. */
export function unique(word: string): string {
  made += 1;
  return `${word}${process.pid}x${Date.now() % 100_000}x${made}`;
}

/** The address of a page that no other test uses; form coverage takes the number for an id. */
export function uniqueAddress(word: string): string {
  made += 1;
  return `${word}-${process.pid}${Date.now() % 100_000}${made}`;
}

/**
 * Adds a book of Premchand's, with the tag Novel, that no other test knows.
 * @param staff whose requests are those of a member of staff
 */
export async function bookOfOurOwn(
  staff: Pick<Page, "request">,
  {
    title: word = "Ebb",
    stock,
    price = 299,
    isbn13 = "9780143065838",
  }: { title?: string; stock: number; price?: number; isbn13?: string },
) {
  const idOf = async (path: string, key: string, nameKey = "", name = "") => {
    const all = await call<Record<string, number | string>[]>(staff, `${path}/all`);
    return (name ? all.find((one) => one[nameKey] === name)! : all[0]!)[key] as number;
  };
  const title = unique(word);
  const book = {
    bookId: 0,
    title,
    brief: "A tale of two rivers.",
    isbn13,
    price,
    authorId: [await idOf("authors", "authorId", "authorName", "Premchand")],
    booktagsId: [await idOf("booktags", "booktagId", "tagname", "Novel")],
    publisherId: await idOf("publishers", "publisherId"),
    languageId: await idOf("languages", "languageId"),
  };
  const { bookId: id } = await call<{ bookId: number }>(staff, "books/update", { ...book, stock });
  return {
    id,
    title,
    save: (changed: { stock: number; price?: number }) =>
      call(staff, "books/update", { ...book, ...changed, bookId: id }),
  };
}
