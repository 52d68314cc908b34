import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { catalogueBook } from "~/test/factories-catalogue";
import { createStaff } from "~/test/factories";
import { fieldsOf } from "../book";
import { authorsOf } from "../lists/book-lists.server";
import { bookFormSchema } from "./book-form.schema";
import { EDITING_ROLES, ROLES } from "./contributor-roles";
import { NO_FILTERS } from "../lists/catalogue";
import { countBooks, listBookIds } from "../lists/catalogue.server";
import { facetPanel } from "../../finding/facets/panel.server";
import { listNameBooks } from "../../names/name-books.server";
import { addBook, updateBook } from "./save-book.server";
import { findEditableBook } from "../staff/staff-books.server";

const { read, write } = await createTestDatabase();
const staffId = await createStaff(write);
const NOW = new Date("2026-11-27T06:00:00.000Z");
await catalogueBook(write, { title: "Gora", authors: ["Asha Rao", "Ravi Menon"], tags: ["Novel"] });
const ids = new Map(
  (await read.selectFrom("authors").select(["id", "name"]).execute()).map(({ id, name }) => [name, id]),
);
const [asha, ravi] = [ids.get("Asha Rao")!, ids.get("Ravi Menon")!];

const typed = (authorId: number[], contributors: { authorId: number; role: string }[] = []) =>
  bookFormSchema.safeParse({
    title: "An Anthology",
    brief: "Stories.",
    price: "250",
    stock: "1",
    authorId,
    contributors,
    publisherId: 1,
    languageId: 1,
    booktagsId: [1],
  });
const problems = (parsed: ReturnType<typeof typed>) =>
  parsed.error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

test.each(ROLES)("a book without author and with somebody in the role %s", (role) => {
  const isEnough = EDITING_ROLES.includes(role);
  expect(problems(typed([], [{ authorId: asha, role }]))).toEqual(
    isEnough ? [] : ["authorId: At least one author is required"],
  );
});

test("nobody at all, and an author who is not known, are refused as before", () => {
  expect(problems(typed([]))).toEqual(["authorId: At least one author is required"]);
  expect(problems(typed([0], [{ authorId: asha, role: "B01" }]))).toEqual([
    "authorId: At least one author is required",
  ]);
});

async function save(authorId: number[], contributors: { authorId: number; role: string }[]) {
  const saved = await addBook(write, { fields: typed(authorId, contributors).data!, staffId }, NOW);
  if (!saved.ok) throw new Error(JSON.stringify(saved));
  return saved.id!;
}
const named = async (id: number) => (await authorsOf(read, [id])).get(id)?.map(({ name }) => name) ?? [];

test("editors and compilers are named in place of authors, each once; the form keeps their roles", async () => {
  const id = await save(
    [],
    [
      { authorId: ravi, role: "B06" },
      { authorId: asha, role: "C01" },
      { authorId: asha, role: "B01" },
    ],
  );
  expect(await named(id)).toEqual(["Asha Rao"]);
  const book = (await findEditableBook(read, id))!;
  expect(book.authors).toEqual([{ id: asha, name: "Asha Rao" }]);
  expect(fieldsOf(book)).toMatchObject({
    authorId: [],
    contributors: [
      { authorId: ravi, role: "B06" },
      { authorId: asha, role: "C01" },
      { authorId: asha, role: "B01" },
    ],
  });
  expect(await named(await save([ravi], [{ authorId: asha, role: "B01" }]))).toEqual(["Ravi Menon"]);
});

test("the Author filter, its count, and the author's page know an editor in place of an author", async () => {
  const before = await countBooks(read, { ...NO_FILTERS, picks: { author: ["Ravi Menon"] } });
  const edited = await save(
    [],
    [
      { authorId: ravi, role: "B01" },
      { authorId: ravi, role: "C01" },
    ],
  );
  await save([asha], [{ authorId: ravi, role: "B01" }]);
  const filters = { ...NO_FILTERS, picks: { author: ["Ravi Menon"] } };
  const { ids, count } = await listBookIds(read, filters, { offset: 0, limit: 50 });
  expect([ids.includes(edited), count]).toEqual([true, before + 1]);
  const panel = await facetPanel(read, NO_FILTERS, { finds: {}, isWhole: true });
  const authors = panel.groups.find(({ key }) => key === "author")!.choices;
  expect(authors.find(({ value }) => value === "Ravi Menon")!.count).toBe(count);
  const page = await listNameBooks(read, "authors", ravi, {
    filters: { sort: "newest", role: null },
    page: 0,
  });
  expect(page.books.map(({ id }) => id)).toContain(edited);
  // Changed to have an author, it is no longer found under its editor.
  const { data } = typed([asha], [{ authorId: ravi, role: "B01" }]);
  const seen = { version: null, stock: null };
  await updateBook(write, { bookId: edited, fields: data!, staffId, seen }, NOW);
  expect(await countBooks(read, filters)).toBe(before);
});

test.each([
  ["an author", [1], []],
  ["an editor", [], [{ authorId: 1, role: "B01" }]],
] as const)(
  "no door of saving takes %s from a book that then has nobody",
  async (_, authorId, contributors) => {
    const id = await save([...authorId], [...contributors]);
    const seen = { version: null, stock: null };
    const fields = { ...typed([asha]).data!, authorId: [], contributors: [] };
    for (const others of [[], [{ authorId: asha, role: "B06" }]]) {
      const saved = updateBook(
        write,
        { bookId: id, fields: { ...fields, contributors: others }, staffId, seen },
        NOW,
      );
      expect(await saved).toMatchObject({
        ok: false,
        field: "authorId",
        message: "At least one author is required",
      });
    }
    expect(await named(id)).toHaveLength(1);
    // A book of an older shop that never had anybody is saved all the same.
    await write.deleteFrom("book_contributors").where("book_id", "=", id).execute();
    const changed = { ...fields, brief: "Other stories." };
    expect(await updateBook(write, { bookId: id, fields: changed, staffId, seen }, NOW)).toMatchObject({
      ok: true,
    });
  },
);
