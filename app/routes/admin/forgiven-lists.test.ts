import { beforeAll, expect, test } from "vitest";
import { staffClient } from "~/test/api";
import { createAccount, createStaff } from "~/test/factories";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { insertOrder } from "~/test/factories-orders";
import { openPage } from "~/test/pages";
import { type Browser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;

beforeAll(async () => {
  const { write } = shop.db;
  staff = await signedIn(shop, await createStaff(write));
  const accountId = await createAccount(write, { first_name: "Anita", last_name: "Mukhopadhyay" });
  await insertOrder(write, { accountId, state: "paid" });
  const bookId = await catalogueBook(write, {
    title: "Padatik",
    authors: ["Subhash Mukhopadhyay"],
    publisher: "Mukhopadhyay and Sons",
    tags: ["Mukhopadhyay"],
  });
  await createReview(write, { bookId, accountId });
});

const NOTE = /Nothing matches “<bdi>([^<]*)<\/bdi>” exactly\. These entries are spelled or sound alike\./;

test.each(["customers", "orders", "reviews", "authors", "publishers", "booktags", "categories", "products"])(
  "the list of %s says when it has nothing but what is similar",
  async (list) => {
    const note = async (q: string) => {
      const { html } = await openPage(staff, `/admin/${list}?q=${q}`);
      return { said: NOTE.exec(html)?.[1], isFound: /Mukhopadhyay|Padatik/.test(html) };
    };
    expect(await note("mukhopqdhyay")).toEqual({ said: "mukhopqdhyay", isFound: true });
    expect(await note("mukhopadhyay")).toEqual({ said: undefined, isFound: true });
    expect(await note("xqzvtrw")).toEqual({ said: undefined, isFound: false });
  },
);

test.each([
  "customers/admin/paged",
  "orders/admin/paged",
  "reviews/admin/paged",
  "authors/admin/all",
  "books/admin/paged",
])("POST /%s finds the same", async (path) => {
  const client = await staffClient(shop);
  const count = async (searchText: string) =>
    (await client.post<{ count: number }>(`/${path}`, { page: 1, pageSize: 10, searchText })).body.count;
  expect([await count("mukhopqdhyay"), await count("mukhopadhyay"), await count("xqzvtrw")]).toEqual([
    1, 1, 0,
  ]);
});
