import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { matchingIds } from "~/db/search/full-text.server";
import { searchFor } from "~/db/search/text-search";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { takeStock } from "~/domain/sales/orders/stock.server";
import { optionalFieldsOf } from "../book";
import type { BookFields } from "./book-form.schema";
import { setHidden, toggleHidden } from "../book-visibility.server";
import { findBook } from "../books.server";
import { findEditableBook } from "../staff/staff-books.server";
import { addBook, updateBook } from "./save-book.server";

let db: ShopDatabase;
let asha: number;
let ravi: number;
let bookId: number;

beforeEach(async () => {
  db = await createTestDatabase();
  asha = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
  ravi = await createStaff(db.write, { first_name: "Ravi", last_name: "Iyer" });
  bookId = await catalogueBook(db.write, { title: "Gora", authors: ["B", "A"], tags: ["Novel"], stock: 10 });
});

/** The values of the stored book's form. */
async function fieldsOf(id = bookId): Promise<BookFields> {
  const book = (await findEditableBook(db.read, id))!;
  return {
    ...book,
    authorId: book.authors.map((author) => author.id),
    publisherId: book.publisher.id,
    languageId: book.language.id,
    booktagsId: book.tags.map((tag) => tag.id),
    ...optionalFieldsOf(book),
  };
}

/** Opens the form now. @returns a function that posts it later with changes */
async function openForm(staffId: number) {
  const fields = await fieldsOf();
  const { version, stock } = (await findEditableBook(db.read, bookId))!;
  return (changes: Partial<BookFields>, seen = { version, stock }) =>
    updateBook(db.write, { bookId, staffId, fields: { ...fields, ...changes }, seen });
}

const stored = async () => (await findEditableBook(db.read, bookId))!;
const sell = (quantity: number) =>
  db.write.transaction().execute((trx) => takeStock(trx, [{ bookId, quantity }]));

describe("adding a book", () => {
  test("saves its authors in the order chosen, its tags and an audit entry", async () => {
    const fields = {
      ...(await fieldsOf()),
      title: "Home",
      featured: true,
      salePrice: 20_000,
      publishedOn: "1916-05-01",
    };
    const added = await addBook(db.write, { staffId: asha, fields });
    expect(added).toMatchObject({ ok: true, message: "Book added successfully!" });
    if (!added.ok) return;
    expect(await fieldsOf(added.id)).toMatchObject({
      ...fields,
      id: added.id,
      version: 1,
      hidden: false,
      cover: null,
    });
    expect((await findBook(db.read, added.id))?.authors.map(({ name }) => name)).toEqual(["B", "A"]);
    const [entry] = await readAudit(db.read, "book", added.id);
    expect(entry).toMatchObject({ who: "Asha Rao", action: "added" });
    expect(Object.fromEntries(entry!.changes.map(({ field, after }) => [field, after]))).toMatchObject({
      Title: "Home",
      Price: "₹250.00",
      "Sale Price": "₹200.00",
      Authors: ["B", "A"],
      "Published Date": "1 May 1916",
      Featured: true,
    });
  });

  test("a form posted twice within a minute adds one book; later, or by somebody else, a second one", async () => {
    const fields = { ...(await fieldsOf()), title: "Twice" };
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds));
    const first = await addBook(db.write, { staffId: asha, fields }, at(0));
    expect(await addBook(db.write, { staffId: asha, fields }, at(2))).toEqual(first);
    expect(await addBook(db.write, { staffId: asha, fields: { ...fields, stock: 3 } }, at(2))).not.toEqual(
      first,
    );
    expect(await addBook(db.write, { staffId: ravi, fields }, at(2))).not.toEqual(first);
    expect(await addBook(db.write, { staffId: asha, fields }, at(62))).not.toEqual(first);
    expect(
      await db.read.selectFrom("books").select("id").where("title", "=", "Twice").execute(),
    ).toHaveLength(4);
  });

  test.each([
    ["authorId", [999], "An author chosen here is not known"],
    ["booktagsId", [1, 999], "A tag chosen here is not known"],
    ["publisherId", 999, "Publisher is required"],
    ["languageId", 999, "Language is required"],
  ])("refuses an unknown %s at its field and writes nothing", async (field, ids, message) => {
    const fields = { ...(await fieldsOf()), title: "None", [field]: ids };
    const refused = { ok: false, reason: "field", field, message };
    expect(await addBook(db.write, { staffId: asha, fields })).toEqual(refused);
    expect(await (await openForm(asha))({ [field]: ids })).toEqual(refused);
    expect(await db.read.selectFrom("books").select("title").execute()).toEqual([{ title: "Gora" }]);
    expect(await db.read.selectFrom("audit_entries").select("id").execute()).toEqual([]);
  });
});

describe("updating a book", () => {
  test("writes the changes, raises the version and records only the changed fields", async () => {
    const save = await openForm(asha);
    const [b, a] = (await fieldsOf()).authorId;
    expect(await save({ title: "Gora 2", authorId: [a!, b!], price: 30_000 })).toEqual({
      ok: true,
      id: bookId,
      message: "Book updated successfully!",
      version: 2,
    });
    expect(await stored()).toMatchObject({
      title: "Gora 2",
      authors: [{ name: "A" }, { name: "B" }],
      version: 2,
    });
    const [entry] = await readAudit(db.read, "book", bookId);
    expect(entry!.changes).toEqual([
      { field: "Title", before: "Gora", after: "Gora 2" },
      { field: "Authors", before: ["B", "A"], after: ["A", "B"] },
      { field: "Price", before: "₹250.00", after: "₹300.00" },
    ]);
    const { rows } = await matchingIds("books", searchFor("books", "Gora 2")!).execute(db.read);
    expect(rows).toEqual([{ id: bookId }]);
  });

  test("an unchanged form writes nothing", async () => {
    expect(await (await openForm(asha))({})).toMatchObject({ ok: true });
    expect((await stored()).version).toBe(1);
    expect(await readAudit(db.read, "book", bookId)).toEqual([]);
  });

  test("a form posted twice makes one edit", async () => {
    const save = await openForm(asha);
    expect(await save({ title: "Gora 2", stock: 20 })).toMatchObject({ ok: true });
    expect(await save({ title: "Gora 2", stock: 20 })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ version: 2, stock: 20 });
    expect(await readAudit(db.read, "book", bookId)).toHaveLength(1);
  });

  test("refuses an unknown book", async () => {
    const fields = await fieldsOf();
    const seen = { version: 1, stock: 10 };
    expect(await updateBook(db.write, { bookId: 999, staffId: asha, fields, seen })).toEqual({
      ok: false,
      reason: "unknown_book",
    });
  });
});

describe("two members of staff edit a book at the same time", () => {
  test("the second is told who changed what, and nothing is saved until they save again", async () => {
    const [first, second] = [await openForm(asha), await openForm(ravi)];
    await first({ title: "Gora, revised", price: 30_000 });
    const refused = await second({ title: "Gora (1910)", pageCount: 400 });
    expect(refused).toMatchObject({
      ok: false,
      reason: "changed",
      clash: {
        edits: [{ who: "Asha Rao" }],
        fields: [
          { field: "Title", stored: "Gora, revised", yours: "Gora (1910)" },
          { field: "Price", stored: "₹300.00", yours: "₹250.00" },
        ],
        stockMoved: false,
        version: 2,
        stock: 10,
      },
    });
    expect(await stored()).toMatchObject({ title: "Gora, revised", pageCount: null, version: 2 });
    expect(await second({ title: "Gora (1910)", pageCount: 400 }, { version: 2, stock: 10 })).toMatchObject({
      ok: true,
    });
    expect(await stored()).toMatchObject({ title: "Gora (1910)", price: 25_000, pageCount: 400, version: 3 });
  });

  test("reports all edits made since the form was opened", async () => {
    const late = await openForm(ravi);
    await (
      await openForm(asha)
    )({ title: "One" });
    await (
      await openForm(ravi)
    )({ brief: "Two" });
    const refused = await late({ title: "Mine", brief: "Mine" });
    expect(refused).toMatchObject({
      clash: {
        edits: [{ who: "Ravi Iyer" }, { who: "Asha Rao" }],
        fields: [{ field: "Title" }, { field: "Brief" }],
      },
    });
  });

  test("identical edits are not a conflict", async () => {
    const [first, second] = [await openForm(asha), await openForm(ravi)];
    await first({ title: "Gora 2" });
    expect(await second({ title: "Gora 2", price: 30_000 })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", price: 30_000 });
  });

  test.each([0, 7, -1])("a form with the wrong version %i cannot overwrite the book", async (version) => {
    const save = await openForm(ravi);
    expect(await save({ title: "Blind" }, { version, stock: 10 })).toMatchObject({
      clash: { fields: [{ field: "Title", stored: "Gora", yours: "Blind" }], version: 1 },
    });
    expect((await stored()).title).toBe("Gora");
  });

  test("two simultaneous saves: one succeeds, the other reports a conflict", async () => {
    const [first, second] = [await openForm(asha), await openForm(ravi)];
    const outcomes = await Promise.all([first({ title: "One" }), second({ title: "Two" })]);
    expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
    expect((await stored()).version).toBe(2);
  });
});

describe("stock changed by sales while the form is open", () => {
  test("is kept if the form does not change the stock", async () => {
    const save = await openForm(asha);
    await sell(3);
    expect(await save({ title: "Gora 2" })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", stock: 7 });
    const [entry] = await readAudit(db.read, "book", bookId);
    expect(entry!.changes.map((change) => change.field)).toEqual(["Title"]);
  });

  test("is a conflict if the form changes the stock; saving again overwrites it", async () => {
    const save = await openForm(asha);
    await sell(3);
    expect(await save({ stock: 50 })).toEqual({
      ok: false,
      reason: "changed",
      clash: { edits: [], fields: [], stockMoved: true, version: 1, stock: 7 },
    });
    expect((await stored()).stock).toBe(7);
    expect(await save({ stock: 50 }, { version: 1, stock: 7 })).toMatchObject({ ok: true });
    expect((await stored()).stock).toBe(50);
  });

  test("without sales, the form's stock is written", async () => {
    expect(await (await openForm(asha))({ stock: 0 })).toMatchObject({ ok: true });
    expect((await stored()).stock).toBe(0);
    expect((await readAudit(db.read, "book", bookId))[0]!.changes).toEqual([
      { field: "Stock", before: 10, after: 0 },
    ]);
  });

  test("stock set by somebody else counts like a sale", async () => {
    const [first, second] = [await openForm(asha), await openForm(ravi)];
    await first({ stock: 99 });
    expect(await second({ stock: 5 })).toMatchObject({
      clash: { edits: [{ who: "Asha Rao" }], fields: [], stockMoved: true, stock: 99 },
    });
    expect(await second({ title: "Gora 2" })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", stock: 99 });
  });
});

describe("visibility", () => {
  test("hides and shows a book, with one audit entry each despite repeated calls", async () => {
    const hide = () => setHidden(db.write, { bookId, hidden: true, staffId: asha });
    expect(await hide()).toBe("Gora");
    expect(await hide()).toBe("Gora");
    expect(await findBook(db.read, bookId)).toBeNull();
    expect(await setHidden(db.write, { bookId, hidden: false, staffId: ravi })).toBe("Gora");
    expect(await findBook(db.read, bookId)).not.toBeNull();
    expect(await readAudit(db.read, "book", bookId)).toMatchObject([
      { who: "Ravi Iyer", action: "showed", changes: [{ field: "Visible", before: false, after: true }] },
      { who: "Asha Rao", action: "hid", changes: [{ field: "Visible", before: true, after: false }] },
    ]);
    expect(await setHidden(db.write, { bookId: 999, hidden: true, staffId: asha })).toBeNull();
  });

  test("toggles between hidden and shown, each time with an audit entry", async () => {
    const toggle = () => toggleHidden(db.write, { bookId, staffId: asha });
    expect(await toggle()).toEqual({ title: "Gora", hidden: true });
    expect(await findBook(db.read, bookId)).toBeNull();
    expect(await toggle()).toEqual({ title: "Gora", hidden: false });
    expect(await findBook(db.read, bookId)).not.toBeNull();
    expect((await readAudit(db.read, "book", bookId)).map(({ action }) => action)).toEqual(["showed", "hid"]);
    expect(await toggleHidden(db.write, { bookId: 999, staffId: asha })).toBeNull();
  });

  test("is not a conflict for somebody who edits the book", async () => {
    const save = await openForm(ravi);
    await setHidden(db.write, { bookId, hidden: true, staffId: asha });
    expect(await save({ title: "Gora 2" })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", hidden: true });
  });
});

describe("a form without the optional fields", () => {
  const unseen = { version: null, stock: null };

  test("keeps their stored values, and the history does not list them", async () => {
    const theirs = await openForm(ravi);
    await theirs({
      description: "Long.",
      pageCount: 99,
      salePrice: 20_000,
      featured: true,
      isbn13: "9780306406157",
    });
    const empty = { description: "", pageCount: null, salePrice: null, featured: false, isbn13: null };
    const fields = { ...(await fieldsOf()), ...empty, title: "Gora 2", publishedOn: "1910" };
    const unsent = ["description", "pageCount", "salePrice", "featured", "isbn13"] as const;
    const given = { bookId, staffId: asha, fields, unsent, seen: unseen };
    expect(await updateBook(db.write, given)).toMatchObject({ ok: true, version: 3 });
    expect(await stored()).toMatchObject({
      title: "Gora 2",
      publishedOn: "1910",
      description: "Long.",
      pageCount: 99,
      salePrice: 20_000,
      featured: true,
      isbn13: "9780306406157",
    });
    const [newest] = await readAudit(db.read, "book", bookId);
    expect(newest!.changes.map(({ field }) => field)).toEqual(["Title", "Published Date"]);
    const cheaper = { ...given, fields: { ...fields, price: 19_999 } };
    expect(await updateBook(db.write, cheaper)).toMatchObject({ reason: "field", field: "salePrice" });
  });

  test("without version and stock, overwrites the stored book including its stock", async () => {
    const fields = await fieldsOf();
    const theirs = await openForm(ravi);
    await theirs({ title: "Gora 2" });
    await sell(2);
    const given = { bookId, staffId: asha, fields, seen: unseen };
    expect(await updateBook(db.write, given)).toMatchObject({ ok: true, version: 3 });
    expect(await stored()).toMatchObject({ title: "Gora", stock: 10 });
    expect(await updateBook(db.write, given)).toMatchObject({ ok: true, version: 3 });
  });
});
