import { beforeAll, describe, expect, test } from "vitest";
import { saveReview } from "~/domain/readers/reviews/reviews.server";
import { recordToAnswer } from "~/domain/catalogue/books/record/book-record.json.ts";
import { EMPTY_RECORD } from "~/domain/catalogue/books/record/book-record-values";
import { type ApiClient, guestClient, sessionClient, staffClient, tokenClient } from "~/test/api";
import { createAccount, createStaff } from "~/test/factories";
import { catalogueBook, catalogueReader, FULL_BOOK } from "~/test/factories-catalogue";
import { testShop } from "~/test/shop";

interface Book {
  bookId: number;
  title: string;
  salePrice?: number;
}
interface Page {
  data: Book[];
  count: number;
  nextPage: number | null;
}

const PAGED = "/browsebooks/paged";

const shop = testShop();
let guest: ApiClient;
let gora: number;
let hidden: number;
beforeAll(async () => {
  guest = guestClient(shop);
  const db = shop.db.write;
  gora = await catalogueBook(db, FULL_BOOK);
  hidden = await catalogueBook(db, { title: "Hidden", hidden: 1, tags: ["Secret"], featured: 1, price: 100 });
  for (let n = 1; n <= 20; n += 1) {
    await catalogueBook(db, { title: `Tale ${n}`, tags: n % 2 ? ["Tale"] : ["Novel"], price: n * 1000 });
  }
});

const paged = (body: unknown) => guest.post<Page>(PAGED, body);
const titles = async (body: unknown) => (await paged(body)).body.data.map(({ title }) => title);
const tagId = async (name: string) =>
  (await shop.db.read.selectFrom("tags").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;

test("guests, customers and staff can browse, by token and by session", async () => {
  const [customer, staff] = [await createAccount(shop.db.write), await createStaff(shop.db.write)];
  for (const client of [
    guest,
    await tokenClient(shop, customer),
    await tokenClient(shop, staff),
    await sessionClient(shop, staff),
  ]) {
    for (const path of ["favourite", "booktags", gora, `reviews/${gora}`])
      expect((await client.get(`/browsebooks/${path}`)).status).toBe(200);
    expect((await client.post(PAGED, {})).status).toBe(200);
  }
});

describe("GET /browsebooks/{id}", () => {
  test("returns every field of the specification, money in rupees, and the authors", async () => {
    const { status, body } = await guest.get<{ book: Book; authors: unknown[] }>(`/browsebooks/${gora}`);
    expect(status).toBe(200);
    const authors = [
      { authorId: expect.any(Number), authorName: "Rabindranath Tagore" },
      { authorId: expect.any(Number), authorName: "W. W. Pearson" },
    ];
    expect(body).toEqual({
      book: {
        ...recordToAnswer({ ...EMPTY_RECORD, series: null, originalLanguage: null }),
        contributors: authors.map((author) => ({ ...author, role: "A01", roleName: "Author" })),
        furtherLanguages: [],
        pictures: [],
        thema: [],
        bisac: [],
        bookId: gora,
        title: "Gora",
        price: 300,
        salePrice: 249.5,
        rating: 0,
        bookratings: 0,
        coverpage: "0123456789abcdef.webp",
        authors,
        languageName: "Bengali",
        publisherName: "Neem Tree Press",
        pageCount: 624,
        isbn13: "9788171670000",
        publishedOn: "1910",
        brief: "A foundling.",
        description: "Calcutta, 1880.",
        booktagses: [
          { booktagId: await tagId("Classic"), tagname: "Classic" },
          { booktagId: await tagId("Novel"), tagname: "Novel" },
        ],
        stock: 4,
        availability: "in_stock",
        releaseDate: null,
      },
      authors,
      editions: [],
      previousInSeries: null,
      nextInSeries: null,
    });
  });

  test("names the volumes before and after it in its series, and more by its author", async () => {
    const db = shop.db.write;
    const row = { name: "Feluda", name_key: "feluda" };
    const { id: series_id } = await db
      .insertInto("series")
      .values(row)
      .returning("id")
      .executeTakeFirstOrThrow();
    const volume = (title: string, series_number: string) =>
      catalogueBook(db, { title, authors: ["Satyajit Ray"], series_id, series_number });
    const first = await volume("The Emperor's Ring", "1");
    const last = await volume("The Golden Fortress", "2");
    const { body } = await guest.get(`/browsebooks/${first}`);
    expect(body).toMatchObject({
      previousInSeries: null,
      nextInSeries: {
        bookId: last,
        title: "The Golden Fortress",
        seriesNumber: "2",
        url: `/books/${last}-the-golden-fortress`,
      },
    });
    const more = await guest.get<{ bookId: number }[]>(`/browsebooks/${first}/more-by-author`);
    expect(more.body.map(({ bookId }) => bookId)).toEqual([last]);
    // The other tests count the books of the store.
    await db.updateTable("books").set({ hidden: 1 }).where("id", "in", [first, last]).execute();
  });

  test("leaves out salePrice without a sale; without a cover it names the default one, which exists", async () => {
    const id = (await paged({ tags: ["Tale"], pageSize: 1 })).body.data[0]!.bookId;
    const { body } = await guest.get<{ book: { coverpage: string } }>(`/browsebooks/${id}`);
    expect(body.book).not.toHaveProperty("salePrice");
    const image = await fetch(`${shop.origin}/coverpages/${body.book.coverpage}`);
    expect([image.status, image.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
  });

  test.each(["0", "999999", "-1", "1.5", "abc", "1e3", "99999999999999999999", "%00"])(
    "id %s is a 404",
    async (id) => {
      expect(await guest.get(`/browsebooks/${id}`)).toMatchObject({ status: 404, body: { result: 0 } });
    },
  );

  test("a book that was in the store is a 410, with its successor while that is visible", async () => {
    const [old, next] = [
      await catalogueBook(shop.db.write, { title: "Old edition" }),
      await catalogueBook(shop.db.write, { title: "New edition" }),
    ];
    const staff = await staffClient(shop);
    const lead = (successorId: number) => staff.post(`/books/admin/${old}/successor`, { successorId });
    expect(await lead(hidden)).toMatchObject({ status: 200, body: { result: 0 } });
    expect(await lead(next)).toMatchObject({ body: { result: 1 } });
    await staff.post(`/books/admin/book/toggle/${old}`, {});
    const gone = { result: 0, msg: "This book is no longer available" };
    for (const path of [`${old}`, `${old}/more-by-author`, `${old}/recommendations`, `reviews/${old}`])
      expect([path, await guest.get(`/browsebooks/${path}`)]).toMatchObject([
        path,
        { status: 410, body: { ...gone, successorId: next } },
      ]);
    await staff.post(`/books/admin/book/toggle/${next}`, {});
    expect((await guest.get(`/browsebooks/${old}`)).body).toEqual(gone);
  });

  test("a hidden book and its reviews are a 404 for everybody", async () => {
    const staff = await staffClient(shop);
    for (const client of [guest, staff]) {
      for (const path of [`/browsebooks/${hidden}`, `/browsebooks/reviews/${hidden}`]) {
        expect(await client.get(path)).toMatchObject({
          status: 404,
          body: { result: 0, msg: "Book Not Found" },
        });
      }
    }
  });
});

describe("GET /browsebooks/favourite", () => {
  test("returns the eight books of the home page: featured first, then the best rated, none hidden", async () => {
    const best = (await paged({ q: "Tale 7", pageSize: 1 })).body.data[0]!.bookId;
    const review = {
      bookId: best,
      accountId: await catalogueReader(shop.db.write),
      rating: 5,
      remarks: "Yes!",
    };
    await saveReview(shop.db.write, review);
    const { status, body } = await guest.get<Book[]>("/browsebooks/favourite");
    expect(status).toBe(200);
    expect(body).toHaveLength(8);
    expect(body.slice(0, 2).map(({ bookId }) => bookId)).toEqual([gora, best]);
    expect(body.map(({ bookId }) => bookId)).not.toContain(hidden);
    expect(body[0]).toMatchObject({ languageName: "Bengali", booktagses: [{}, {}] });
    const home = await (await fetch(shop.origin)).text();
    const onPage = [
      ...new Set([...home.matchAll(/href="\/books\/(\d+)[-"]/g)].map((link) => Number(link[1]))),
    ];
    expect(onPage).toEqual(body.map(({ bookId }) => bookId));
  });
});

test("GET /browsebooks/booktags returns every tag by name, with the count of its visible books", async () => {
  const { body } = await guest.get("/browsebooks/booktags");
  expect(body).toEqual([
    { booktagId: await tagId("Classic"), tagname: "Classic", count: 1 },
    { booktagId: await tagId("Novel"), tagname: "Novel", count: 11 },
    { booktagId: await tagId("Secret"), tagname: "Secret", count: 0 },
    { booktagId: await tagId("Tale"), tagname: "Tale", count: 10 },
  ]);
});

describe("POST /browsebooks/paged", () => {
  test("a page starts at page × pageSize; nextPage is null at the end", async () => {
    const all = await titles({ pageSize: 100 });
    expect(all).toHaveLength(21);
    const first = await paged({ page: 0, pageSize: 5 });
    expect(first.body).toMatchObject({ count: 21, nextPage: 1 });
    expect(first.body.data.map(({ title }) => title)).toEqual(all.slice(0, 5));
    // The original client loads 5 first, then pages of 12.
    expect(await titles({ page: 1, pageSize: 12 })).toEqual(all.slice(12, 24));
    expect((await paged({ page: 2, pageSize: 7 })).body).toMatchObject({ nextPage: null });
    expect((await paged({ page: 2, pageSize: 8 })).body).toMatchObject({ nextPage: null });
    expect((await paged({ page: 1, pageSize: 10 })).body).toMatchObject({ nextPage: 2 });
    expect((await paged({ page: 9, pageSize: 7 })).body).toEqual({ data: [], count: 21, nextPage: null });
  });

  test.each([{ format: ["paperback"] }, { rating: ["4", "5"] }, { language: ["x".repeat(51)] }])(
    "names the value of a facet that is not known: %o",
    async (body) => {
      const [key, { length }] = Object.entries(body)[0]!;
      const { body: answer } = await guest.post(PAGED, body);
      expect(answer).toMatchObject({ result: 0, errors: { [`${key}.${length - 1}`]: [expect.any(String)] } });
    },
  );

  test("filters by facets, as the list of the store does", async () => {
    expect(await titles({ language: ["bengali"] })).toEqual(["Gora"]);
    expect(await titles({ author: ["W. W. Pearson", "Nobody"], availability: ["in_stock"] })).toEqual([
      "Gora",
    ]);
    expect(await titles({ author: ["W. W. Pearson"], availability: ["preorder"] })).toEqual([]);
    expect(await titles({ tags: ["Novel", "Classic"], tagmatch: "all" })).toEqual(["Gora"]);
    const ids = [await tagId("Novel"), await tagId("Classic")];
    expect(await titles({ tagids: ids, tagmatch: "all" })).toEqual(["Gora"]);
    expect((await paged({ tagids: ids })).body.count).toBe(11);
    expect(await titles({ publisher: ["neem tree press"], priceMin: 240, sortBy: "bestselling" })).toEqual([
      "Gora",
    ]);
  });

  test.each([
    [{ language: ["Hindi"] }, 1],
    [{ author: Array.from({ length: 31 }, String) }, 0],
    [{ format: ["BC"] }, 1],
    [{ rating: ["4"] }, 1],
    [{ tagmatch: "all" }, 1],
    [{ tagmatch: "some" }, 0],
    [{ page: 0 }, 1],
    [{ page: -1 }, 0],
    [{ page: 100_000 }, 1],
    [{ page: 100_001 }, 0],
    [{ pageSize: 0 }, 0],
    [{ pageSize: 1 }, 1],
    [{ pageSize: 100 }, 1],
    [{ pageSize: 101 }, 0],
    [{ priceMin: 0 }, 1],
    [{ priceMin: -0.01 }, 0],
    [{ priceMax: 999_999_999 }, 1],
    [{ priceMax: 1e300 }, 0],
    [{ q: "x".repeat(100) }, 1],
    [{ q: "x".repeat(101) }, 0],
    [{ tags: Array.from({ length: 30 }, String) }, 1],
    [{ tags: Array.from({ length: 31 }, String) }, 0],
    [{ tagids: Array.from({ length: 30 }, (_, n) => n) }, 1],
    [{ tagids: Array.from({ length: 31 }, (_, n) => n) }, 0],
    [{ sortBy: "featured" }, 1],
    [{ sortBy: "price" }, 0],
  ])("checks the limits: %o", async (body, isFine) => {
    const answer = await guest.post<Record<string, unknown>>(PAGED, body);
    expect(answer.status).toBe(200);
    if (isFine) expect(answer.body).toHaveProperty("data");
    else
      expect(answer.body).toMatchObject({
        result: 0,
        errors: { [Object.keys(body)[0]!]: [expect.any(String)] },
      });
  });

  test.each([
    [],
    null,
    "x",
    { page: "0" },
    { page: 0.5 },
    { pageSize: null },
    { tags: "Novel" },
    { tags: [1] },
    { tagids: ["1"] },
    { tagname: 7 },
    { priceMin: "10" },
    { q: {} },
    { sortBy: 1 },
  ])("a body of another shape is a 400: %o", async (body) => {
    expect(await guest.post(PAGED, body)).toMatchObject({ status: 400, body: { result: 0 } });
  });

  test("filters by tag names and ids: a book needs one of them; unknown tags match nothing", async () => {
    const counted = async (body: unknown) => (await paged(body)).body.count;
    expect(await counted({ tagname: " novel " })).toBe(11);
    expect(await counted({ tags: ["Tale", "Classic"] })).toBe(11);
    expect(await counted({ tagids: [await tagId("Tale")] })).toBe(10);
    expect(await counted({ tagname: "Classic", tags: ["Tale"], tagids: [await tagId("Novel")] })).toBe(21);
    expect(await counted({ tagids: [999_999] })).toBe(0);
    expect(await counted({ tagids: [999_999, await tagId("Classic")] })).toBe(1);
    expect(await counted({ tagname: "Nothing" })).toBe(0);
    expect(await counted({ tagids: [await tagId("Secret")] })).toBe(0);
    expect(await counted({ tagname: null, tags: null, tagids: null, q: null, sortBy: null })).toBe(21);
    expect(await counted({ tagname: "", tags: [], tagids: [] })).toBe(21);
  });

  test("filters by the price charged, in rupees", async () => {
    expect(await titles({ priceMin: 249.5, sortBy: "price_asc" })).toEqual(["Gora"]);
    expect(await titles({ priceMin: 249.51 })).toEqual([]);
    expect((await paged({ priceMin: 10, priceMax: 30 })).body.count).toBe(3);
    expect((await paged({ priceMin: 30, priceMax: 10 })).body.count).toBe(3);
    expect((await paged({ priceMax: 0 })).body.count).toBe(0);
    expect((await paged({ priceMin: null, priceMax: null })).body.count).toBe(21);
  });

  test("sorts like the store; searches with q, also with filters", async () => {
    const size = { pageSize: 2 };
    expect(await titles({ ...size, sortBy: "featured" })).toContain("Gora");
    expect(await titles({ ...size, sortBy: "price_asc" })).toEqual(["Tale 1", "Tale 2"]);
    expect(await titles({ ...size, sortBy: "price_desc" })).toEqual(["Gora", "Tale 20"]);
    expect(await titles({ ...size, sortBy: "title" })).toEqual(["Gora", "Tale 1"]);
    expect(await titles({ q: "tagore" })).toEqual(["Gora"]);
    expect(await titles({ q: "tale", tagname: "Novel", priceMax: 40, sortBy: "price_desc" })).toEqual([
      "Tale 4",
      "Tale 2",
    ]);
    expect(await titles({ q: "Hidden" })).toEqual([]);
    expect(await titles({ q: 'q" OR x* ( \u0000' })).toEqual([]);
  });

  test("ignores unknown fields", async () => {
    const body = { pageSize: 100, hidden: true, offset: 3, limit: 1, role: "admin" };
    expect((await paged(body)).body.data).toHaveLength(21);
  });
});

describe("GET /browsebooks/reviews/{id}", () => {
  test("returns the newest first, with short names, masked emails and the mean rating", async () => {
    const db = shop.db.write;
    const bookId = await catalogueBook(db, { title: "Reviewed" });
    const write = async (email: string, rating: number, day: number) =>
      saveReview(
        db,
        { bookId, accountId: await catalogueReader(db, email), rating, remarks: `Day ${day}` },
        new Date(Date.UTC(2026, 1, day)),
      );
    await write("priya@example.com", 4, 1);
    await write("ravi@example.com", 5, 2);
    const { status, body } = await guest.get(`/browsebooks/reviews/${bookId}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      reviews: [
        {
          id: expect.any(Number),
          bookid: bookId,
          rate: 5,
          remarks: "Day 2",
          name: "Asha R.",
          email: "r•••i@example.com",
          timestamp: "2026-02-02T00:00:00.000Z",
          verifiedPurchase: false,
        },
        expect.objectContaining({ rate: 4, email: "p•••a@example.com" }),
      ],
      avgrate: 4.5,
      count: 2,
      nextPage: null,
    });
    const second = await guest.get(`/browsebooks/reviews/${bookId}?page=1&pageSize=1`);
    expect(second.body).toMatchObject({ reviews: [{ remarks: "Day 1" }], count: 2, nextPage: null });
    expect((await guest.get(`/browsebooks/reviews/${bookId}?pageSize=1`)).body).toMatchObject({
      nextPage: 1,
    });
    for (const query of ["pageSize=0", "pageSize=101", "page=-1", "page=x", "page="]) {
      expect(await guest.get(`/browsebooks/reviews/${bookId}?${query}`)).toMatchObject({ status: 400 });
    }
    expect((await guest.get(`/browsebooks/reviews/${bookId}?pageSize=100&other=1`)).status).toBe(200);
  });

  test("returns an empty list and avgrate 0 without reviews", async () => {
    const bookId = await catalogueBook(shop.db.write, { title: "New" });
    const { body } = await guest.get(`/browsebooks/reviews/${bookId}`);
    expect(body).toEqual({ reviews: [], avgrate: 0, count: 0, nextPage: null });
  });
});
