import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook, FULL_BOOK } from "~/test/factories-catalogue";
import { queriesOf } from "~/test/databases/queries";
import { MOST_EDITIONS } from "~/domain/catalogue/books/editions";
import { linkEditions } from "~/domain/catalogue/editions/link-editions.server";
import { emptyBook, type ImportedBook } from "../imported-book";
import { importMappingSchema } from "../mapping";
import type { ImportMode, PlannedBook } from "./plan";
import { planImport } from "./plan-import.server";

const { write, read } = await createTestDatabase();
const staffId = await createStaff(write);

// Of one work: paperback, hardback, e-book; and another book.
const [PAPER, HARD, EBOOK, OTHER] = ["9780306406157", "9788171670000", "9780143065838", "9788126415397"];

beforeEach(async () => {
  await write.deleteFrom("books").execute();
});

const shopBook = (isbn13: string | null, title = "Gora") =>
  catalogueBook(write, { ...FULL_BOOK, title, isbn13 });
const link = async (bookId: number, otherId: number) =>
  expect(await linkEditions(write, { bookId, otherId, staffId })).toMatchObject({ ok: true });

type Row = Partial<Omit<ImportedBook, "texts" | "otherFormats">> & {
  isbn?: string;
  names?: ImportedBook["names"];
  texts?: ImportedBook["texts"];
  others?: string[];
};

/** A row with all that a new book needs. */
const row = (isbn: string, ...others: string[]): Row => ({ isbn, others });

/** Books that have nothing to do with others. */
const strangers = (count: number) =>
  Array.from({ length: count }, (_, index) => row(`97881${String(index).padStart(8, "0")}`));

async function* fileOf(rows: Row[]): AsyncGenerator<ImportedBook> {
  for (const [index, { isbn = "", others, texts, ...given }] of rows.entries())
    yield {
      ...emptyBook(index + 2),
      contributors: [{ name: "Rabindranath Tagore", role: "A01" }],
      tags: ["Novel", "Classic"],
      names: { publisher: "Neem Tree Press", language: "Bengali" },
      ...given,
      texts: {
        ...(isbn && { isbn13: isbn }),
        ...(given.id === undefined && { title: "Gora", brief: "A foundling.", price: "300" }),
        ...texts,
      },
      ...(others && { otherFormats: others }),
    };
}

async function plan(rows: Row[], mode: ImportMode = "add_and_change"): Promise<PlannedBook[]> {
  const planned: PlannedBook[] = [];
  const options = { mode, mapping: importMappingSchema.parse({}) };
  for await (const { books } of planImport(read, fileOf(rows), options)) planned.push(...books);
  return planned;
}

/** What each row says about other editions: before, after and hints. */
const links = (planned: PlannedBook[]) =>
  planned.map(({ changes, warnings }) => {
    const change = changes.find(({ field }) => field === "Other editions");
    return [change?.before ?? null, change?.after ?? null, ...warnings];
  });
const NONE = [null, null];

/** A row that says nothing but which editions there are. */
const only = (id: number, ...others: string[]): Row => ({
  id: String(id),
  others,
  names: {},
  tags: [],
  contributors: [],
});

describe("a row that names another edition", () => {
  test("is a change if they are not linked yet; nothing else of the book is written", async () => {
    const [paper, hard] = [await shopBook(PAPER!), await shopBook(HARD!)];
    const [planned] = await plan([only(paper, HARD!)]);
    expect(planned).toMatchObject({ outcome: "changed", fields: null, visible: null, awaited: [] });
    expect(planned!.changes).toEqual([{ field: "Other editions", before: null, after: [`Gora (${HARD})`] }]);
    await link(hard, paper);
    const ebook = await shopBook(null, "Gora, the e-book");
    await link(hard, ebook);
    expect(await plan([only(paper, HARD!)])).toMatchObject([
      { outcome: "unchanged", changes: [], links: null },
    ]);
    const [more] = await plan([only(paper, OTHER!, HARD!), row(OTHER!)]);
    expect(more).toMatchObject({ outcome: "unchanged", awaited: [OTHER] });
    const other = await shopBook(OTHER!, "Ghare Baire");
    expect(links(await plan([only(paper, OTHER!)]))).toEqual([
      [
        [`Gora (${HARD})`, `Gora, the e-book (#${ebook})`],
        [`Gora (${HARD})`, `Gora, the e-book (#${ebook})`, `Ghare Baire (${OTHER})`],
      ],
    ]);
    expect(other).toBeGreaterThan(ebook);
  });

  test("names it in ten digits or with hyphens; hidden ones too", async () => {
    const paper = await shopBook("0306406152");
    await write.updateTable("books").set({ hidden: 1 }).where("id", "=", paper).execute();
    const hard = await shopBook(HARD!);
    for (const isbn of [PAPER!, "0306406152", "978-0-306-40615-7", "0-306-40615-2"])
      expect(links(await plan([only(hard, isbn)]))).toEqual([[null, ["Gora (0306406152)"]]]);
  });

  test("that names its own ISBN, unknown ones or none at all links nothing", async () => {
    const paper = await shopBook(PAPER!);
    const [planned] = await plan([only(paper, PAPER!, "0-306-40615-2", EBOOK!, "9788171670001", "soon")]);
    expect(planned).toMatchObject({ outcome: "unchanged", links: null });
    expect(planned!.awaited).toEqual([EBOOK, "9788171670001"]);
    expect(planned!.warnings).toEqual(["Other formats: “soon” is no ISBN"]);
    expect(await plan([row(HARD!, HARD!)])).toMatchObject([{ links: null, awaited: [] }]);
  });

  test("links none of two books with one ISBN", async () => {
    const [paper, hard, twin] = [await shopBook(PAPER!), await shopBook(HARD!), await shopBook(HARD!)];
    const problem = `Other formats: several books have the ISBN ${HARD}, so none is linked`;
    expect(links(await plan([only(paper, HARD!)]))).toEqual([[null, null, problem]]);
    for (const one of [hard, twin]) await link(paper, one);
    expect(links(await plan([only(paper, HARD!)]))).toEqual([NONE]);
  });
});

describe("books of one file", () => {
  test.each([
    ["that names a row before it", [row(PAPER!), row(HARD!, PAPER!)]],
    ["that a row before it names", [row(PAPER!, HARD!), row(HARD!)]],
    ["and both name each other", [row(PAPER!, HARD!), row(HARD!, PAPER!)]],
    ["in ten digits", [row(PAPER!), row(HARD!, "0-306-40615-2")]],
    ["that is named in ten digits before it comes", [row(HARD!, "0306406152"), row(PAPER!)]],
  ])("are linked in the later row, %s", async (_, rows) => {
    const first = rows[0]!.isbn!;
    expect(links(await plan(rows))).toEqual([NONE, [null, [`Gora (${first})`]]]);
  });

  test("of which one is known", async () => {
    const paper = await shopBook(PAPER!);
    expect(links(await plan([only(paper, HARD!), row(HARD!)]))).toEqual([NONE, [null, [`Gora (${PAPER})`]]]);
    expect(links(await plan([row(HARD!, PAPER!), only(paper, HARD!)]))).toEqual([
      [null, [`Gora (${PAPER})`]],
      NONE,
    ]);
    // A known book that gets its ISBN by the file.
    const ebook = await shopBook(null, "An e-book");
    const rows = [row(HARD!, EBOOK!), { ...only(ebook), isbn: EBOOK! }];
    expect(links(await plan(rows))).toEqual([NONE, [null, [`Gora (${HARD})`]]]);
  });

  test("two known books that name each other are one change", async () => {
    const [paper, hard] = [await shopBook(PAPER!), await shopBook(HARD!)];
    const planned = await plan([only(paper, HARD!), ...strangers(320), only(hard, PAPER!)]);
    expect([planned[0], planned.at(-1)].map((one) => one!.outcome)).toEqual(["changed", "unchanged"]);
  });

  test("are linked over several batches, into one work in any order of the rows", async () => {
    const rows = [row(PAPER!, HARD!), row(HARD!, EBOOK!), row(EBOOK!, OTHER!), row(OTHER!)];
    const orders = [0, 1, 2, 3].flatMap((a) =>
      [0, 1, 2, 3].flatMap((b) =>
        [0, 1, 2, 3].flatMap((c) =>
          [0, 1, 2, 3].flatMap((d) => (new Set([a, b, c, d]).size === 4 ? [[a, b, c, d]] : [])),
        ),
      ),
    );
    expect(orders).toHaveLength(24);
    for (const order of orders) {
      const planned = await plan(order.map((place) => rows[place]!));
      expect(planned.at(-1)!.links!.group, order.join()).toHaveLength(4);
    }
    const far = await plan([row(PAPER!, HARD!), ...strangers(320), row(EBOOK!, HARD!), row(HARD!)]);
    expect(links([far[0]!, far[321]!, far[322]!])).toEqual([
      NONE,
      NONE,
      [null, [`Gora (${PAPER})`, `Gora (${EBOOK})`]],
    ]);
    expect(far[322]!.links!.joined).toHaveLength(3);
  });

  test("that are refused or to be hidden are not linked", async () => {
    const paper = await shopBook(PAPER!);
    const wrong = { ...row(HARD!, PAPER!), texts: { price: "?" } };
    const gone: Row = { ...row(PAPER!, HARD!), isDeleted: true };
    expect(links(await plan([wrong, row(EBOOK!, HARD!)]))).toEqual([NONE, NONE]);
    expect(links(await plan([row(HARD!), gone]))).toEqual([NONE, NONE]);
    expect(links(await plan([row(EBOOK!, PAPER!), row(EBOOK!, PAPER!)]))).toEqual([
      [null, [`Gora (${PAPER})`]],
      NONE,
    ]);
    expect(paper).toBeGreaterThan(0);
  });
});

describe("as on the panel", () => {
  test("no file merges two works", async () => {
    const [paper, hard] = [await shopBook(PAPER!), await shopBook(HARD!, "Gora, bound")];
    await link(paper, await shopBook(null));
    await link(hard, await shopBook(null));
    const problem = `Not linked: “Gora, bound (${HARD})” is linked to other books. Remove it from them first`;
    const ebook = await shopBook(EBOOK!);
    const planned = await plan([only(paper, HARD!, EBOOK!), row(OTHER!, PAPER!, HARD!)]);
    expect(planned[0]!.warnings).toEqual([problem]);
    expect(planned[0]!.links!.others).toMatchObject([{ id: ebook }]);
    expect(planned[1]).toMatchObject({ outcome: "added", warnings: [problem] });
  });

  test("a work has at most so many editions", async () => {
    const paper = await shopBook(PAPER!);
    for (let count = 2; count < MOST_EDITIONS; count++) await link(paper, await shopBook(null));
    const [hard, ebook] = await plan([row(HARD!, PAPER!), row(EBOOK!, PAPER!)]);
    expect(hard!.links!.group).toHaveLength(MOST_EDITIONS);
    expect(ebook).toMatchObject({
      outcome: "added",
      links: null,
      warnings: [`Not linked: A work can have at most ${MOST_EDITIONS} editions`],
    });
  });
});

test("rows that name no edition cost no query, and a batch of those that do costs three", async () => {
  const paper = await shopBook(PAPER!);
  await link(paper, await shopBook(HARD!));
  const options = { mode: "add_and_change", mapping: importMappingSchema.parse({}) } as const;
  const asked = async (rows: Row[]) => {
    const drain = async (db: Db) => {
      for await (const _ of planImport(db, fileOf(rows), options));
    };
    return (await queriesOf(read, drain)).filter(({ sql }) => sql.includes('"work_id"'));
  };
  expect(await asked([only(paper), ...strangers(200)])).toEqual([]);
  const named = strangers(200).map((one) => ({ ...one, others: [PAPER!, EBOOK!] }));
  expect((await asked(named)).length).toBeLessThanOrEqual(3);
});

test("stock and price only: nothing is linked; add only: new books are", async () => {
  const [paper] = [await shopBook(PAPER!), await shopBook(HARD!)];
  const [priced] = await plan(
    [{ isbn: PAPER!, others: [HARD!], texts: { price: "310" } }],
    "stock_and_price",
  );
  expect(priced).toMatchObject({ outcome: "changed", links: null, awaited: [] });
  const planned = await plan([only(paper, HARD!, EBOOK!), row(EBOOK!, HARD!)], "add_only");
  expect(planned[0]).toMatchObject({ outcome: "unchanged", links: null });
  expect(links(planned.slice(1))).toEqual([[null, [`Gora (${HARD})`]]]);
});
