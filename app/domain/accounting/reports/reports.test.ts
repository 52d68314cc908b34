import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, inNoOrder } from "~/test/database";
import { insertDocument } from "~/test/documents";
import { createAccount, createBook } from "~/test/factories";
import { insertOrder } from "~/test/factories-orders";
import { netOf, pageOfReport, parseReportSearch, type ReportKind, sortReport } from "./reports";
import { reportRows, soldSums, stockValue } from "./reports.server";

const database = await createTestDatabase();
const { read: readDb, write: db } = database;
const NOVEMBER = { from: "2026-11-01", to: "2026-11-30" };

const lineOf = async (orderId: number, bookId: number) =>
  (
    await db
      .insertInto("order_lines")
      .values({
        order_id: orderId,
        book_id: bookId,
        title: "x",
        mrp: 1,
        unit_price: 1,
        quantity: 9,
        hsn: "4901",
        tax_rate: 0,
      }) // oxfmt-ignore
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

beforeAll(async () => {
  await inNoOrder(database);
  const [godan, gora] = [
    await createBook(db, { title: "Godan", authors: ["Premchand"], publisher: "Rupa", language: "Hindi", format: "BC", tags: ["Novel", "Hindi"], price: 30_000, sale_price: 20_000, stock: 3 }), // oxfmt-ignore
    await createBook(db, { title: "Gora", authors: ["Tagore", "Premchand"], publisher: "Rupa", language: "Bengali", format: null, tags: ["Novel"], price: 10_000, stock: 2 }), // oxfmt-ignore
  ];
  // A translator is no author.
  const [tagore] = await db.selectFrom("authors").select("id").where("name", "=", "Tagore").execute();
  await db
    .insertInto("book_contributors")
    .values({ book_id: godan, author_id: tagore!.id, role: "B06", position: 1 })
    .execute();
  const accountId = await createAccount(db);
  const order = (place: string, method: string | null) =>
    insertOrder(db, { accountId, state: "delivered" }).then(async (id) => {
      await db.updateTable("orders").set({ method_name: method }).where("id", "=", id).execute();
      const lines = [await lineOf(id, godan), await lineOf(id, gora)] as const;
      return { id, place, lines };
    });
  const one = await order("27", "Courier");
  const two = await order("", null);
  const bill = await insertDocument(db, {
    orderId: one.id,
    place: one.place,
    lines: [
      { value: 40_000, discount: 2_000, quantity: 2, ofLine: one.lines[0] },
      { value: 10_000, rate: 1800, quantity: 1, ofLine: one.lines[1] },
      { value: 5_000, isDelivery: true },
    ],
  });
  await insertDocument(db, { orderId: two.id, place: two.place, lines: [{ value: 30_000, quantity: 3, ofLine: two.lines[1] }, { value: 700 }] }); // oxfmt-ignore
  await insertDocument(db, { orderId: one.id, place: one.place, series: "refund_note", of_document: bill, lines: [{ value: 20_000, ofLine: one.lines[0] }, { value: 1_000, isDelivery: true }] }); // oxfmt-ignore
  // Of another month, and without figures.
  await insertDocument(db, { orderId: one.id, issued_at: "2026-11-30T18:30:00.000Z", lines: [{ ofLine: one.lines[0] }] }); // oxfmt-ignore
  await insertDocument(db, { orderId: one.id, cancelled_at: "2026-11-15T06:00:00.000Z", lines: [{ ofLine: one.lines[0] }] }); // oxfmt-ignore
});

const lines = async (by: ReportKind) =>
  sortReport(await reportRows(readDb, by, NOVEMBER), { q: "", sort: null }).map(
    ({ label, copies, gross, discount, value, returned, refunded }) =>
      `${label}: ${[copies, gross, discount, value, returned, refunded].join(" ")}`,
  );

const GODAN = "2 42000 2000 40000 1 20000";
const GORA = "4 40000 0 40000 0 0";
const GONE = "1 700 0 700 0 0";
const BOTH = "6 82000 2000 80000 1 20000";

describe("a report has each line of the period's documents once for each of its names", () => {
  test.each<[ReportKind, string[]]>([
    ["book", [`Godan: ${GODAN}`, `Gora: ${GORA}`, `Lines that are in no order any more: ${GONE}`]],
    ["author", [`Premchand: ${BOTH}`, `Tagore: ${GORA}`, `No author: ${GONE}`]],
    ["publisher", [`Rupa: ${BOTH}`, `No publisher: ${GONE}`]],
    ["tag", [`Novel: ${BOTH}`, `Hindi: ${GODAN}`, `No tag: ${GONE}`]],
    ["language", [`Bengali: ${GORA}`, `Hindi: ${GODAN}`, `No language: ${GONE}`]],
    ["format", ["No format: 5 40700 0 40700 0 0", `Paperback: ${GODAN}`]],
    ["state", ["Maharashtra: 3 52000 2000 50000 1 20000", "Abroad, or not known: 4 30700 0 30700 0 0"]],
    ["method", ["Courier: 3 52000 2000 50000 1 20000", "No method: 4 30700 0 30700 0 0"]],
  ])("by %s", async (by, expected) => {
    expect(await lines(by)).toEqual(expected);
  });

  test("the rows by book add up to the sum, and with delivery to the documents", async () => {
    const rows = await reportRows(readDb, "book", NOVEMBER);
    const { goods: sum, delivery } = await soldSums(readDb, NOVEMBER);
    for (const field of ["copies", "gross", "discount", "value", "returned", "refunded"] as const)
      expect(
        rows.reduce((all, row) => all + row[field], 0),
        field,
      ).toBe(sum[field]);
    const documents = await readDb
      .selectFrom("documents")
      .select(["series", "value"])
      .where("issued_on", "<=", NOVEMBER.to)
      .where("cancelled_at", "is", null)
      .execute();
    const net = documents.reduce(
      (all, { series, value }) => all + (series === "invoice" ? value : -value),
      0,
    );
    expect(netOf(sum) + netOf(delivery)).toBe(net);
  });
});

test("an empty period has no rows, and sums of nothing", async () => {
  const empty = { from: "2025-01-01", to: "2025-01-31" };
  expect(await reportRows(readDb, "tag", empty)).toEqual([]);
  expect((await soldSums(readDb, empty)).goods).toMatchObject({ copies: 0, value: 0, refunded: 0 });
});

test("the stock is worth what is charged now, and what is printed", async () => {
  expect(await stockValue(readDb)).toEqual([
    { key: expect.any(String), label: "Rupa", titles: 2, copies: 5, atPrice: 80_000, atMrp: 110_000 },
  ]);
});

test("rows are searched, sorted and paged by the address", async () => {
  const rows = await reportRows(readDb, "book", NOVEMBER);
  const shown = (query: string) => {
    const page = pageOfReport(rows, parseReportSearch(new URLSearchParams(query)));
    return [page.count, page.page, ...page.rows.map(({ label }) => label.slice(0, 5))];
  };
  expect(shown("sort=label&dir=asc")).toEqual([3, 1, "Godan", "Gora", "Lines"]);
  expect(shown("sort=net&dir=desc")).toEqual([3, 1, "Gora", "Godan", "Lines"]);
  expect(shown("sort=titles&dir=desc")).toEqual([3, 1, "Godan", "Gora", "Lines"]);
  expect(shown("q=GO&sort=copies&dir=desc&page=7")).toEqual([2, 1, "Gora", "Godan"]);
});
