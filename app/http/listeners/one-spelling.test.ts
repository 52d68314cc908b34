import { request } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { createAccount, createBook } from "~/test/factories";
import { signedIn, testShop } from "~/test/shop";
import { readPage } from "~/test/pages";

const shop = testShop();
let book: string;

beforeAll(async () => {
  const id = await createBook(shop.db.write, { title: "गोरा" });
  book = `/books/${id}-%E0%A4%97%E0%A5%8B%E0%A4%B0%E0%A4%BE`;
  const at = "2026-11-22T10:00:00.000Z";
  await shop.db.write
    .insertInto("pages")
    .values({
      kind: "page",
      address: "about-us",
      title: "About us",
      body: "We publish books.",
      has_contact_form: 0,
      posted_on: null,
      picture_id: null,
      published: 1,
      created_at: at,
      updated_at: at,
      changed_at: at,
    })
    .execute();
});

/** As written, which fetch would not send. */
function ask(path: string, method = "GET"): Promise<{ status: number; to: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(shop.origin);
    request({ hostname, port, path, method }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, to: answer.headers.location });
    })
      .on("error", reject)
      .end();
  });
}

/** Each with the address under which it is kept. */
const SPELLINGS: [spelling: string, kept: string][] = [
  ["/Books", "/books"],
  ["/BOOKS?q=a&q=B%20c", "/books?q=a&q=B%20c"],
  ["/books/", "/books"],
  ["/books//", "/books"],
  ["/books/?page=2", "/books?page=2"],
  ["/%62ooks", "/books"],
  ["/%42ooks/", "/books"],
  ["/./books", "/books"],
  ["/cart/../books", "/books"],
  ["/%2e/books", "/books"],
  ["/books#end", "/books"],
  ["/books\\", "/books"],
  ["/.//", "/"],
  ["/Terms", "/terms"],
  ["/bestsellers/", "/bestsellers"],
  ["/authors//7", "/authors/7"],
  ["/About-Us/", "/about-us"],
  ["/NEWS", "/news"],
];

test.each(SPELLINGS)("%s leads to %s, which is kept", async (spelling, kept) => {
  for (const method of ["GET", "HEAD"])
    expect(await ask(spelling, method)).toEqual({ status: 301, to: kept });
});

test("a book's address in small hexadecimal digits, in capitals, with a slash too many", async () => {
  for (const spelling of [book.toLowerCase(), book.replace("books", "BOOKS"), `${book}/`])
    expect(await ask(spelling)).toEqual({ status: 301, to: book });
  expect(await ask(book)).toEqual({ status: 200, to: undefined });
});

test("other addresses stay as they are: data, the API, files, the back office, pages that are not kept or not there", async () => {
  for (const [path, status] of [
    ["/books", 200],
    ["/books?Q=Gora", 200],
    ["/Books.data", 200],
    ["/api/v1/Books", 404],
    ["/Login", 200],
    ["/favicon.svg", 200],
    ["/Favicon.svg", 404],
    ["/No-Such-Page", 404],
    ["//books", 400],
    ["/books%2f7", 404],
  ] as const)
    expect([path, (await ask(path)).status]).toEqual([path, status]);
});

test("a form that was sent to another spelling is read there", async () => {
  const customer = await signedIn(shop, await createAccount(shop.db.write));
  const fields = { intent: "review", rating: "4", remarks: "A good book." };
  const answer = await readPage(customer.post(`${book.replace("books", "Books")}/`, fields));
  expect(answer.status).toBe(303);
  const reviews = await shop.db.read.selectFrom("reviews").select("remarks").execute();
  expect(reviews).toEqual([{ remarks: "A good book." }]);
});
