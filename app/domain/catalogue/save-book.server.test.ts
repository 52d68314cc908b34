import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "../audit/audit.server";
import { takeStock } from "../orders/stock.server";
import type { BookFields } from "./book-form.schema";
import { setHidden, toggleHidden } from "./book-visibility.server";
import { findBook } from "./books.server";
import { findEditableBook } from "./staff-books.server";
import { addBook, updateBook } from "./save-book.server";

let db: ShopDatabase;
let asha: number;
let ravi: number;
let bookId: number;

beforeEach(async () => {
  db = await createTestDatabase();
  asha = await createAccount(db.write, { role: "admin", first_name: "Asha", last_name: "Rao" });
  ravi = await createAccount(db.write, { role: "admin", first_name: "Ravi", last_name: "Iyer" });
  bookId = await catalogueBook(db.write, { title: "Gora", authors: ["B", "A"], tags: ["Novel"], stock: 10 });
});

/** What the form of the stored book holds. */
async function fieldsOf(id = bookId): Promise<BookFields> {
  const book = (await findEditableBook(db.read, id))!;
  return {
    ...book,
    authorId: book.authors.map((author) => author.id),
    publisherId: book.publisher.id,
    languageId: book.language.id,
    booktagsId: book.tags.map((tag) => tag.id),
  };
}

/** Opens the form now, to be posted later with changes. */
async function openForm(staffId: number) {
  const fields = await fieldsOf();
  const { version, stock } = (await findEditableBook(db.read, bookId))!;
  return (changes: Partial<BookFields>, seen = { version, stock }) =>
    updateBook(db.write, { bookId, staffId, fields: { ...fields, ...changes }, seen });
}

const stored = async () => (await findEditableBook(db.read, bookId))!;
const sell = (quantity: number) =>
  db.write.transaction().execute((trx) => takeStock(trx, [{ bookId, quantity }]));

describe("adding", () => {
  test("a book with its authors in the order chosen, its tags and its entry in the audit", async () => {
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

  test("the same form posted twice adds one book; later, or by somebody else, it is meant", async () => {
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
  ])("an unknown %s is refused at its field and nothing is written", async (field, ids, message) => {
    const fields = { ...(await fieldsOf()), title: "None", [field]: ids };
    const refused = { ok: false, reason: "field", field, message };
    expect(await addBook(db.write, { staffId: asha, fields })).toEqual(refused);
    expect(await (await openForm(asha))({ [field]: ids })).toEqual(refused);
    expect(await db.read.selectFrom("books").select("title").execute()).toEqual([{ title: "Gora" }]);
    expect(await db.read.selectFrom("audit_entries").select("id").execute()).toEqual([]);
  });
});

describe("updating", () => {
  test("writes what changed, raises the version and tells the audit what changed alone", async () => {
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
    const found = await db.read.selectFrom("books_fts").select("rowid").where("rowid", "=", bookId).execute();
    expect(found).toHaveLength(1);
  });

  test("a form sent as it was opened writes nothing", async () => {
    expect(await (await openForm(asha))({})).toMatchObject({ ok: true });
    expect((await stored()).version).toBe(1);
    expect(await readAudit(db.read, "book", bookId)).toEqual([]);
  });

  test("the same post twice is one edit", async () => {
    const save = await openForm(asha);
    expect(await save({ title: "Gora 2", stock: 20 })).toMatchObject({ ok: true });
    expect(await save({ title: "Gora 2", stock: 20 })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ version: 2, stock: 20 });
    expect(await readAudit(db.read, "book", bookId)).toHaveLength(1);
  });

  test("an unknown book", async () => {
    const fields = await fieldsOf();
    const seen = { version: 1, stock: 10 };
    expect(await updateBook(db.write, { bookId: 999, staffId: asha, fields, seen })).toEqual({
      ok: false,
      reason: "unknown_book",
    });
  });
});

describe("two at once", () => {
  test("the second is told who changed what, nothing is written; saving again is a knowing act", async () => {
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

  test("of several edits since, all are told", async () => {
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

  test("edits that both made alike do not stand in the way", async () => {
    const [first, second] = [await openForm(asha), await openForm(ravi)];
    await first({ title: "Gora 2" });
    expect(await second({ title: "Gora 2", price: 30_000 })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", price: 30_000 });
  });

  test.each([0, 7, -1])("a form with version %i cannot write over anything", async (version) => {
    const save = await openForm(ravi);
    expect(await save({ title: "Blind" }, { version, stock: 10 })).toMatchObject({
      clash: { fields: [{ field: "Title", stored: "Gora", yours: "Blind" }], version: 1 },
    });
    expect((await stored()).title).toBe("Gora");
  });

  test("really at once: one writes, the other is told", async () => {
    const [first, second] = [await openForm(asha), await openForm(ravi)];
    const outcomes = await Promise.all([first({ title: "One" }), second({ title: "Two" })]);
    expect(outcomes.map((outcome) => outcome.ok).sort()).toEqual([false, true]);
    expect((await stored()).version).toBe(2);
  });
});

describe("stock that sales move while the form is open", () => {
  test("an untouched stock is never written", async () => {
    const save = await openForm(asha);
    await sell(3);
    expect(await save({ title: "Gora 2" })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", stock: 7 });
    const [entry] = await readAudit(db.read, "book", bookId);
    expect(entry!.changes.map((change) => change.field)).toEqual(["Title"]);
  });

  test("a changed one is refused with the stock of now, then written knowingly", async () => {
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

  test("a changed one is written when nothing was sold", async () => {
    expect(await (await openForm(asha))({ stock: 0 })).toMatchObject({ ok: true });
    expect((await stored()).stock).toBe(0);
    expect((await readAudit(db.read, "book", bookId))[0]!.changes).toEqual([
      { field: "Stock", before: 10, after: 0 },
    ]);
  });

  test("stock set by somebody else moves it as a sale does", async () => {
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
  test("hides and shows, once each however often it is asked", async () => {
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

  test("turned to whatever it is not, each time with its entry in the audit", async () => {
    const toggle = () => toggleHidden(db.write, { bookId, staffId: asha });
    expect(await toggle()).toEqual({ title: "Gora", hidden: true });
    expect(await findBook(db.read, bookId)).toBeNull();
    expect(await toggle()).toEqual({ title: "Gora", hidden: false });
    expect(await findBook(db.read, bookId)).not.toBeNull();
    expect((await readAudit(db.read, "book", bookId)).map(({ action }) => action)).toEqual(["showed", "hid"]);
    expect(await toggleHidden(db.write, { bookId: 999, staffId: asha })).toBeNull();
  });

  test("it stands in nobody's way who edits the book", async () => {
    const save = await openForm(ravi);
    await setHidden(db.write, { bookId, hidden: true, staffId: asha });
    expect(await save({ title: "Gora 2" })).toMatchObject({ ok: true });
    expect(await stored()).toMatchObject({ title: "Gora 2", hidden: true });
  });
});

describe("a form that lacks the optional fields", () => {
  const unseen = { version: null, stock: null };

  test("leaves them as they are stored now, in the history too", async () => {
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
    const kept = ["description", "pageCount", "salePrice", "featured", "isbn13"] as const;
    const given = { bookId, staffId: asha, fields, kept, seen: unseen };
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

  test("who tells no version and no stock writes over what is stored, and the stock with it", async () => {
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
