import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { NO_FILTERS } from "./catalogue";
import { listBookIds } from "./catalogue.server";
import { listBooksForStaff } from "../staff/staff-books.server";

let db: ShopDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  for (const title of IN_ORDER.toReversed()) await catalogueBook(db.write, { title });
});

/** In the order of each script's alphabet; code points or a database's own language would order most of these otherwise. */
const IN_ORDER = [
  "2 Essays",
  "10 Essays",
  "an Area of Darkness",
  "Émile",
  "Gora",
  "آگ کا دریا",
  "اردو",
  "پانی",
  "تلاش",
  "कंकाल",
  "क़लम",
  "किताब",
  "गोदान",
  "গোরা",
  "ਸੱਸੀ",
  "ਕਲਮ",
  "அலை",
  "அழகு",
  "அன்பு",
];

async function titles() {
  const { ids } = await listBookIds(db.read, { ...NO_FILTERS, sort: "title" }, { offset: 0, limit: 50 });
  const rows = await db.read.selectFrom("books").select(["id", "title"]).where("id", "in", ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)!.title);
}

test("titles are listed in the order of their scripts' alphabets; a new title moves its book", async () => {
  expect(await titles()).toEqual(IN_ORDER);
  const rename = (from: string, to: string) =>
    db.write.updateTable("books").set({ title: to }).where("title", "=", from).execute();
  await rename("Gora", "ज़मीन");
  const moved = IN_ORDER.filter((title) => title !== "Gora");
  moved.splice(moved.indexOf("गोदान") + 1, 0, "ज़मीन");
  expect(await titles()).toEqual(moved);
  await rename("ज़मीन", "Gora");
});

test("staff's list is sorted the same, both ways", async () => {
  for (const direction of ["asc", "desc"] as const) {
    const wanted = direction === "asc" ? IN_ORDER : IN_ORDER.toReversed();
    const filters = { q: "", lowStock: false, visibility: null, lowStockMark: 5 };
    const sort = { field: "title", direction } as const;
    const { rows } = await listBooksForStaff(db.read, { ...filters, sort, page: 1, size: 50 });
    expect(rows.map(({ title }) => title)).toEqual(wanted);
  }
});

test("books from before titles had keys are sorted by the next start", async () => {
  await db.write.updateTable("books").set({ title_key: "" }).execute();
  await db.prepareSearch();
  expect(await titles()).toEqual(IN_ORDER);
});
