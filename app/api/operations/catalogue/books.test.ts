import { recordToAnswer } from "~/domain/catalogue/books/record/book-record.json.ts";
import { EMPTY_RECORD } from "~/domain/catalogue/books/record/book-record-values";
import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takeStock } from "~/domain/sales/orders/stock.server";
import { type ApiClient, type ApiResult, customerClient, guestClient, staffClient } from "~/test/api";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { jpeg } from "~/test/files/pictures";
import { testShop } from "~/test/shop";
import { withBody } from "~/test/checks/api-calls";
import { createBookPicture } from "~/test/factories";

interface StaffBook {
  bookId: number;
  title: string;
  stock: number;
  hidden: boolean;
  version: number;
  coverpage: string;
  pictures: object[];
  authors: { authorId: number }[];
  booktagses: { booktagId: number }[];
  publisherId: number;
  languageId: number;
}
interface Page {
  data: StaffBook[];
  count: number;
  totalPages: number;
}
interface Saved extends ApiResult {
  bookId?: number;
  version?: number;
  warning?: string;
  clash?: { version: number; stock: number; stockMoved: boolean; edits: object[]; fields: object[] };
}

const shop = testShop();
let staff: ApiClient;
let customer: ApiClient;
let gora: number;
beforeAll(async () => {
  staff = await staffClient(shop);
  customer = await customerClient(shop);
});
beforeEach(async () => {
  await shop.db.write.deleteFrom("books").execute();
  gora = await catalogueBook(shop.db.write, FULL_BOOK);
});

const read = async (id = gora) => (await staff.get<StaffBook>(`/books/admin/${id}`)).body;
const save = (body: unknown) => staff.post<Saved>("/books/update", body);
const paged = async (body: unknown) => (await staff.post<Page>("/books/admin/paged", body)).body;
const titles = async (body: unknown) => (await paged(body)).data.map(({ title }) => title);

/** The fields of the book form (docs/specification.md §3), as an older client sends them. */
async function form(changes: Record<string, unknown> = {}) {
  const book = await read();
  return {
    bookId: gora,
    title: "Gora",
    brief: "A foundling.",
    isbn13: "9788171670000",
    price: 300,
    stock: 4,
    booktagsId: book.booktagses.map(({ booktagId }) => booktagId),
    authorId: book.authors.map(({ authorId }) => authorId),
    publisherId: book.publisherId,
    languageId: book.languageId,
    ...changes,
  };
}

describe("access", () => {
  test("guests get 401, customers 403, and nothing changes", async () => {
    const body = await form({ title: "Mine" });
    for (const [client, status] of [
      [guestClient(shop), 401],
      [customer, 403],
    ] as const) {
      expect((await client.get(`/books/admin/${gora}`)).status).toBe(status);
      for (const call of ["admin/paged", "update", "defaultCoverpage", `admin/book/toggle/${gora}`])
        expect([call, (await client.post(`/books/${call}`, body)).status]).toEqual([call, status]);
      expect((await cover(await jpeg(), gora, client)).status).toBe(status);
    }
    expect(await read()).toMatchObject({ title: "Gora", hidden: false, coverpage: "0123456789abcdef.webp" });
  });
});

describe("GET /books/admin/{bookId}", () => {
  test("returns every field, money in rupees, also of a hidden book", async () => {
    await shop.db.write.updateTable("books").set({ hidden: 1 }).execute();
    const id = expect.any(Number);
    const authors = [
      { authorId: id, authorName: "Rabindranath Tagore" },
      { authorId: id, authorName: "W. W. Pearson" },
    ];
    expect(await read()).toEqual({
      pictures: [],
      ...recordToAnswer({ ...EMPTY_RECORD, series: null, originalLanguage: null }),
      gyanPost: null,
      hsn: null,
      saleFrom: null,
      saleUntil: null,
      sku: null,
      taxRate: null,
      contributors: authors.map((author) => ({ ...author, role: "A01", roleName: "Author" })),
      furtherLanguages: [],
      thema: [],
      bisac: [],
      bookId: gora,
      title: "Gora",
      price: 300,
      salePrice: 249.5,
      coverpage: "0123456789abcdef.webp",
      coverImage: "0123456789abcdef.webp",
      authors,
      languageId: id,
      languageName: "Bengali",
      publisherId: id,
      publisherName: "Neem Tree Press",
      pageCount: 624,
      isbn13: "9788171670000",
      publishedOn: "1910",
      brief: "A foundling.",
      description: "Calcutta, 1880.",
      booktagses: [
        { booktagId: id, tagname: "Classic" },
        { booktagId: id, tagname: "Novel" },
      ],
      stock: 4,
      featured: true,
      hidden: true,
      preorderLimit: null,
      preordered: 0,
      version: 1,
    });
  });

  test.each(["0", "999999", "-1", "abc", "99999999999999999999", "%00"])("id %s is a 404", async (id) => {
    expect(await staff.get(`/books/admin/${id}`)).toMatchObject({ status: 404, body: { result: 0 } });
  });
});

describe("POST /books/admin/paged", () => {
  beforeEach(async () => {
    const db = shop.db.write;
    await catalogueBook(db, { title: "anandamath", price: 10_000, stock: 9, hidden: 1, language: "Urdu" });
    await catalogueBook(db, { title: "Chokher Bali", price: 20_000, stock: 1, publisher: "Adyar" });
  });

  test("pages begin at 1, the newest first, with hidden books", async () => {
    expect(await titles({})).toEqual(["Chokher Bali", "anandamath", "Gora"]);
    const list = await paged({ page: 1, pageSize: 2, searchText: "" });
    expect(list).toMatchObject({
      data: [{}, { title: "anandamath", hidden: true }],
      count: 3,
      totalPages: 2,
    });
    expect(await titles({ page: 2, pageSize: 2 })).toEqual(["Gora"]);
    expect(await paged({ page: 3, pageSize: 2 })).toEqual({ data: [], count: 3, totalPages: 2 });
    expect((await paged({})).data[2]).toEqual(await read());
  });

  test("searches titles, authors, tags and ISBNs", async () => {
    for (const searchText of ["gora", "tagore", "classic", "978-81-716-7000-0"])
      expect([searchText, await titles({ searchText })]).toEqual([searchText, ["Gora"]]);
    expect(await paged({ searchText: "nobody" })).toEqual({ data: [], count: 0, totalPages: 0 });
    expect(await paged({ searchText: '"*' })).toMatchObject({ data: [], count: 0 });
  });

  test.each([
    ["title", "anandamath"],
    ["languageName", "Gora"],
    ["publisherName", "Chokher Bali"],
    ["price", "anandamath"],
    ["stock", "Chokher Bali"],
  ])("sorts by %s in both directions", async (sortField, first) => {
    const ascending = await titles({ sortField, orderdir: "asc" });
    expect(ascending).toHaveLength(3);
    expect(ascending[0]).toBe(first);
    expect(await titles({ sortField, orderdir: "desc" })).toEqual(ascending.toReversed());
    expect(await titles({ sortField, orderdir: null })).toEqual(["Chokher Bali", "anandamath", "Gora"]);
  });

  test("checks the limits of each parameter", async () => {
    for (const body of [{ page: 1, pageSize: 1 }, { pageSize: 100 }, { searchText: "x".repeat(100) }])
      expect(await paged(body)).toHaveProperty("data");
    for (const body of [
      { page: 0 },
      { page: 100_001 },
      { pageSize: 0 },
      { pageSize: 101 },
      { searchText: "x".repeat(101) },
      { sortField: "cover" },
      { orderdir: "up" },
    ])
      expect([body, await paged(body)]).toMatchObject([body, { result: 0 }]);
    for (const body of [{ page: "1" }, { pageSize: 1.5 }, { sortField: 1 }, []])
      expect((await staff.post("/books/admin/paged", body)).status).toBe(400);
  });
});

describe("POST /books/update", () => {
  test("saves a book's further fields and returns them; null removes one, what is left out stays", async () => {
    const body = await form({ bookId: 0, title: "Recorded" });
    const person = (body.authorId as number[])[0]!;
    const record = {
      subtitle: "A Novel",
      format: "BC",
      publishingStatus: "forthcoming",
      taxRate: 2.5,
      weightG: 240,
      thema: ["FBC"],
      sku: "API-1",
      countryOfOrigin: "GB",
      importer: "Neem Imports, Mumbai",
    };
    const contributors = [{ authorId: person, role: "B06" }];
    const { body: added } = await save({ ...body, ...record, contributors });
    expect(added.result).toBe(1);
    const stored = await read(added.bookId);
    expect(stored).toMatchObject(record);
    const roles = (stored as unknown as { contributors: { role: string }[] }).contributors;
    expect(roles.map(({ role }) => role)).toEqual(["A01", "A01", "B06"]);

    await save({ ...body, bookId: added.bookId, subtitle: null });
    const { subtitle: _, ...kept } = record;
    expect(await read(added.bookId)).toMatchObject({ ...kept, subtitle: null, contributors: roles });
    const refused = await save({ ...body, bookId: added.bookId, hsn: "49" });
    expect(refused.body.result).not.toBe(1);
    expect(refused.body.msg).toBe("HSN code must have 4, 6 or 8 digits");
  });

  test("a book with an editor and no author keeps its editor, whether the authors read or none are sent back", async () => {
    const body = await form({ bookId: 0, title: "Edited" });
    const editor = (body.authorId as number[])[0]!;
    const contributors = [{ authorId: editor, role: "B01" }];
    const { body: added } = await save({ ...body, authorId: [], contributors });
    expect(added).toMatchObject({ result: 1 });
    const stored = await read(added.bookId);
    expect(stored.authors).toMatchObject([{ authorId: editor }]);
    for (const [at, authorId] of [[], [editor]].entries()) {
      const title = `Edited ${at}`;
      const { body: saved } = await save({ ...body, bookId: added.bookId, title, authorId });
      expect(saved).toMatchObject({ result: 1 });
      expect(await read(added.bookId)).toMatchObject({
        title,
        contributors: [{ authorId: editor, role: "B01" }],
      });
    }
    const none = { ...body, bookId: added.bookId, authorId: [] };
    for (const refused of [
      { ...none, contributors: null },
      { ...none, contributors: [{ authorId: editor, role: "B06" }] },
      { ...none, bookId: gora },
      { ...none, bookId: 0 },
    ])
      expect((await save(refused)).body).toMatchObject({ msg: "At least one author is required" });
  });

  test("adds a visible book with the default cover, once when sent twice within a minute", async () => {
    const body = await form({
      bookId: 0,
      title: "Home",
      isbn13: "9788171670001",
      price: 199.5,
      salePrice: 150,
      publishedOn: "1916-05-01",
    });
    const added = await save(body);
    expect(added.body).toEqual({
      result: 1,
      msg: "Book added successfully!",
      bookId: expect.any(Number),
      version: 1,
      warning: expect.stringContaining("check digit"),
    });
    expect(await read(added.body.bookId)).toMatchObject({
      title: "Home",
      price: 199.5,
      salePrice: 150,
      publishedOn: "1916-05-01",
      pageCount: null,
      description: "",
      featured: false,
      hidden: false,
      coverpage: "default.webp",
      authors: [{ authorName: "Rabindranath Tagore" }, { authorName: "W. W. Pearson" }],
    });
    expect((await save(body)).body).toEqual(added.body);
    const { bookId: _, ...without } = body;
    expect((await save({ ...without, isbn13: "" })).body).not.toHaveProperty("warning");
    expect((await paged({})).count).toBe(3);
  });

  test("a change raises the version; fields that are not sent are unchanged", async () => {
    expect((await save(await form({ title: "Gora!", price: 310 }))).body).toMatchObject({
      result: 1,
      msg: "Book updated successfully!",
      bookId: gora,
      version: 2,
    });
    const kept = { description: "Calcutta, 1880.", pageCount: 624, publishedOn: "1910", featured: true };
    expect(await read()).toMatchObject({ title: "Gora!", price: 310, salePrice: 249.5, version: 2, ...kept });
    const { isbn13: _, ...without } = await form();
    expect((await save(without)).body.version).toBe(3);
    expect(await read()).toMatchObject({ isbn13: "9788171670000" });
    expect((await save(without)).body.version).toBe(3);
  });

  test("null clears an optional field", async () => {
    const nothing = {
      isbn13: null,
      description: null,
      pageCount: null,
      publishedOn: null,
      salePrice: null,
      featured: null,
    };
    expect((await save(await form(nothing))).body.result).toBe(1);
    const book = await read();
    const { salePrice: _, ...shown } = nothing;
    expect(book).toMatchObject({ ...shown, description: "", featured: false });
    expect(book).not.toHaveProperty("salePrice");
  });

  test("refuses a price below the stored sale price", async () => {
    const msg = "Sale Price must not be more than the price";
    const refusal = { status: 200, body: { result: 0, msg, errors: { salePrice: [msg] } } };
    expect(await save(await form({ price: 249.49 }))).toMatchObject(refusal);
    expect(await save(await form({ price: 300, salePrice: 300.01 }))).toMatchObject(refusal);
    expect((await save(await form({ price: 249.5 }))).body.result).toBe(1);
    expect((await save(await form({ price: 100, salePrice: 100 }))).body.result).toBe(1);
  });

  test.each<[string, unknown, unknown, string]>([
    ["title", "x".repeat(100), "x".repeat(101), "Title must be less than 100 characters"],
    ["title", "x", " ", "Title is required"],
    ["brief", "x".repeat(1500), "x".repeat(1501), "Brief must be less than 1500 characters"],
    ["brief", "x", "", "Brief is required"],
    ["isbn13", "x".repeat(13), "x".repeat(14), "ISBN must be less than 13 characters"],
    ["price", 10_000, 10_000.01, "Price must be less than 10000"],
    ["price", 249.5, -0.01, "Price must be greater than or equal to 0"],
    ["price", 299.99, 299.999, "Price can have two decimals at most"],
    ["stock", 10_000, 10_001, "Stock must be less than 10000"],
    ["stock", 0, -1, "Stock must be greater than or equal to 0"],
    ["stock", 1, 1.5, "Stock must be a whole number"],
    ["authorId", null, [], "At least one author is required"],
    ["authorId", null, [999_999], "An author chosen here is not known"],
    ["booktagsId", null, [], "At least one Tag is required"],
    ["publisherId", null, 0, "Publisher is required"],
    ["languageId", null, 999_999, "Language is required"],
    ["pageCount", 1, 0, "Page Count must be a whole number from 1 to 100000"],
    [
      "publishedOn",
      "2024-02-29",
      "2023-02-29",
      "Published Date must be a year (YYYY) or a date (YYYY-MM-DD)",
    ],
    ["description", "x".repeat(10_000), "x".repeat(10_001), "Description must be less than 10000 characters"],
  ])("checks the limit of %s (%#)", async (field, good, bad, msg) => {
    expect(await save(await form({ [field]: bad }))).toMatchObject({
      status: 200,
      body: { result: 0, msg, errors: { [field]: [msg] } },
    });
    expect((await read()).version).toBe(1);
    if (good !== null) expect((await save(await form({ [field]: good }))).body.result).toBe(1);
  });

  test("another shape is a 400, an unknown book a 404", async () => {
    for (const changes of [
      { title: 5 },
      { title: undefined },
      { price: "300" },
      { stock: null },
      { authorId: 1 },
      { booktagsId: ["1"] },
      { publisherId: "1" },
      { featured: "yes" },
      { version: "1" },
      { bookId: 1.5 },
    ])
      expect([changes, (await save(await form(changes))).status]).toEqual([changes, 400]);
    for (const body of [{}, [], null, 7]) expect((await save(body)).status).toBe(400);
    expect(await save(await form({ bookId: 999_999 }))).toMatchObject({
      status: 404,
      body: { result: 0, msg: "Book Not Found" },
    });
    expect((await read()).version).toBe(1);
  });

  test("saves nothing with an outdated version and says what others changed", async () => {
    const { version } = await read();
    await save(await form({ title: "Gora, a novel", version }));
    const late = await save(await form({ price: 310, version }));
    expect(late).toMatchObject({
      status: 200,
      body: {
        result: 0,
        msg: "This book was changed while you were editing it. Nothing of yours has been saved yet.",
        clash: {
          version: 2,
          stock: 4,
          stockMoved: false,
          edits: [{ who: "Kamini Iyer", at: expect.any(String) }],
          fields: [{ field: "Title", stored: "Gora, a novel", yours: "Gora" }],
        },
      },
    });
    expect(await read()).toMatchObject({ title: "Gora, a novel", price: 300, version: 2 });
    const again = await save(await form({ price: 310, version: late.body.clash!.version }));
    expect(again.body).toMatchObject({ result: 1, version: 3 });
    expect((await save(await form({ price: 320 }))).body).toMatchObject({ result: 1, version: 4 });
  });

  test("keeps the sales made meanwhile when shownStock is sent", async () => {
    const { version, stock: shownStock } = await read();
    await shop.db.write.transaction().execute((trx) => takeStock(trx, [{ bookId: gora, quantity: 1 }]));
    expect((await save(await form({ title: "A", version, shownStock }))).body.result).toBe(1);
    expect((await read()).stock).toBe(3);
    const moved = await save(await form({ stock: 40, version: 2, shownStock }));
    expect(moved.body).toMatchObject({ result: 0, clash: { stockMoved: true, stock: 3 } });
    expect((await save(await form({ stock: 40 }))).body.result).toBe(1);
    expect((await read()).stock).toBe(40);
  });

  test("does not change visibility, cover or sales", async () => {
    await save(
      await form({ title: "A", hidden: true, cover: null, coverpage: "x.webp", sold_count: 9, id: 1 }),
    );
    expect(await read()).toMatchObject({ hidden: false, coverpage: "0123456789abcdef.webp" });
  });
});

function cover(bytes: Uint8Array | string | null, bookId: unknown, client = staff) {
  const form = new FormData();
  if (typeof bytes === "string") form.append("file1", bytes);
  else if (bytes) form.append("file1", new Blob([new Uint8Array(bytes)]), "cover.jpg");
  form.append(
    "book",
    new Blob([JSON.stringify({ bookId, title: "Not this" })], { type: "application/json" }),
  );
  return client.call("/books/updateCoverpage", { method: "POST", body: form });
}

describe("covers", () => {
  test("uploads a cover, then removes it", async () => {
    const answer = await cover(await jpeg(), gora);
    expect(answer).toMatchObject({ status: 200, body: { result: 1, msg: "Cover updated successfully!" } });
    const { coverpage, title } = await read();
    expect([coverpage, title]).toEqual([expect.stringMatching(/^[0-9a-f]+\.webp$/), "Gora"]);
    const file = path.join(shop.dataDir, "coverpages", coverpage);
    expect(existsSync(file)).toBe(true);
    for (const _ of "12")
      expect((await staff.post("/books/defaultCoverpage", { bookId: gora })).body).toEqual({
        result: 1,
        msg: "Cover removed successfully!",
      });
    expect([(await read()).coverpage, existsSync(file)]).toEqual(["default.webp", false]);
  });

  test("further pictures: adds one, which the book then has, and removes it", async () => {
    const send = async (book: object) => {
      const file1 = new Blob([new Uint8Array(await jpeg(300, 400))]);
      return staff.call<ApiResult & { pictureId: number }>("/books/addPicture", {
        method: "POST",
        ...withBody({ file1, book: JSON.stringify(book) }),
      });
    };
    const { body } = await send({ bookId: gora, kind: "back_cover" });
    expect(body).toMatchObject({ result: 1, msg: "Picture added successfully!" });
    const { pictureId } = body;
    expect((await read()).pictures).toEqual([
      {
        pictureId,
        url: expect.stringMatching(/^\/coverpages\/further-[0-9a-f]{20}-300x400\.webp$/) as string,
        kind: "back_cover",
        alt: "Back cover of Gora",
        width: 300,
        height: 400,
      },
    ]);
    expect((await send({ bookId: gora, kind: "back_cover" })).body).toMatchObject({
      result: 0,
      msg: "This book has this picture already",
    });
    expect((await send({ bookId: gora, kind: "front" })).body.result).not.toBe(1);
    expect((await send({ bookId: 999_999, kind: "other" })).status).toBe(404);
    const describe = { bookId: gora, pictureId, kind: "look_inside", alt: "The first page" };
    expect((await staff.post("/books/describePicture", describe)).body.result).toBe(1);
    expect((await read()).pictures).toMatchObject([{ kind: "look_inside", alt: "The first page" }]);
    const second = await createBookPicture(shop.db.write, gora);
    const move = { bookId: gora, pictureId: second, direction: "up" };
    expect((await staff.post("/books/movePicture", move)).body).toMatchObject({ result: 1, place: 1 });
    expect((await read()).pictures).toMatchObject([{ pictureId: second }, { pictureId }]);
    expect((await staff.post("/books/movePicture", { ...move, direction: "left" })).body).toMatchObject({
      result: 0,
      msg: "direction must be up or down",
    });
    for (const path of ["/books/movePicture", "/books/describePicture"])
      expect((await staff.post(path, { ...move, ...describe, pictureId: 999_999 })).status).toBe(404);
    expect((await staff.post("/books/removePicture", { bookId: gora, pictureId: second })).body.result).toBe(
      1,
    );
    const remove = () => staff.post("/books/removePicture", { bookId: gora, pictureId });
    expect((await remove()).body).toEqual({ result: 1, msg: "Picture removed successfully!" });
    expect((await remove()).status).toBe(404);
  });

  test("accepts book as a plain text field", async () => {
    const body = { file1: new Blob([new Uint8Array(await jpeg())]), book: JSON.stringify({ bookId: gora }) };
    const answer = await staff.call("/books/updateCoverpage", { method: "POST", ...withBody(body) });
    expect(answer.body.result).toBe(1);
  });

  test.each([
    ["an empty file", new Uint8Array(), "Please choose an image"],
    ["an SVG called .jpg", Buffer.from("<svg/>"), "The file is not a JPEG, PNG or WebP image"],
    ["10 MB and one byte", new Uint8Array(10 * 1_048_576 + 1), "The image must be at most 10 MB"],
    ["15 MB", new Uint8Array(15_000_000), "The image must be at most 10 MB"],
  ])("refuses %s with a message", async (_, bytes, msg) => {
    expect(await cover(bytes, gora)).toMatchObject({ status: 200, body: { result: 0, msg } });
    expect((await read()).coverpage).toBe("0123456789abcdef.webp");
  });

  test("another shape is a 400, an unknown book a 404", async () => {
    expect((await cover(null, gora)).status).toBe(400);
    expect((await cover("no file", gora)).status).toBe(400);
    for (const bookId of ["1", 1.5, undefined, null])
      expect((await cover(await jpeg(), bookId)).status).toBe(400);
    expect((await cover(await jpeg(), 999_999)).status).toBe(404);
    expect((await staff.post("/books/updateCoverpage", { bookId: gora })).status).toBe(400);
    const broken = { "Content-Type": "multipart/form-data; boundary=XX" };
    const half = { method: "POST", headers: broken, body: "--XX\r\nContent-Dispo" };
    expect((await staff.call("/books/updateCoverpage", half)).status).toBe(400);
    for (const [bookId, status] of [
      [999_999, 404],
      ["1", 400],
      [undefined, 400],
    ])
      expect((await staff.post("/books/defaultCoverpage", { bookId })).status).toBe(status);
  });
});

describe("POST /books/admin/book/toggle/{bookId}", () => {
  const toggle = (id: number | string = gora) =>
    staff.call<ApiResult & { hidden?: boolean }>(`/books/admin/book/toggle/${id}`, { method: "POST" });

  test("hides a book from the store, and shows it again", async () => {
    expect((await toggle()).body).toEqual({
      result: 1,
      msg: '"Gora" is hidden from the store',
      hidden: true,
    });
    expect((await guestClient(shop).get(`/browsebooks/${gora}`)).status).toBe(410);
    expect((await toggle()).body).toEqual({
      result: 1,
      msg: '"Gora" is shown in the store',
      hidden: false,
    });
    expect((await guestClient(shop).get(`/browsebooks/${gora}`)).status).toBe(200);
  });

  test("each of several calls at once changes the state the one before left", async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => toggle()));
    expect(answers.filter(({ body }) => body.hidden)).toHaveLength(5);
    expect((await read()).hidden).toBe(true);
  });

  test.each(["0", "999999", "x"])("id %s is a 404", async (id) => {
    expect((await toggle(id)).status).toBe(404);
  });
});
