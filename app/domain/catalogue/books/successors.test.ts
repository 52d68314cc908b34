import { beforeAll, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { setHidden } from "./book-visibility.server";
import { ITSELF, NOT_VISIBLE } from "./successors";
import { findGoneBook, readSuccessor, setSuccessor } from "./successors.server";

let db: ShopDatabase;
let staffId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

const book = (title: string, hidden: 0 | 1 = 0) => catalogueBook(db.write, { title, hidden });
const hide = (bookId: number, hidden = true) => setHidden(db.write, { bookId, hidden, staffId });
const lead = (bookId: number, successorId: number | null) =>
  setSuccessor(db.write, { bookId, successorId, staffId });
const gone = (bookId: number) => findGoneBook(db.read, bookId);

test("a hidden book leads to its successor as long as that is visible; one that was never shown is not there", async () => {
  const [old, next, never] = [
    await book("First edition"),
    await book("Second edition"),
    await book("Plan", 1),
  ];
  expect(await lead(old, next)).toMatchObject({ ok: true });
  expect(await gone(old)).toBeNull();
  await hide(old);
  expect(await gone(old)).toEqual({ successor: { id: next, title: "Second edition" } });
  await hide(next);
  expect(await gone(old)).toEqual({ successor: null });
  await lead(old, null);
  await hide(next, false);
  expect(await gone(old)).toEqual({ successor: null });
  expect((await readAudit(db.read, "book", old))[0]!.changes).toEqual([
    { field: "Visitors are led to", before: "Second edition", after: null },
  ]);
  expect([await gone(never), await gone(999_999)]).toEqual([null, null]);
  await hide(never, false);
  await hide(never);
  expect(await gone(never)).toEqual({ successor: null });
});

test("no book leads to itself, to a hidden one, in a circle, or over another one", async () => {
  const [a, b, c, hidden] = [await book("A"), await book("B"), await book("C"), await book("H", 1)];
  const problem = async (from: number, to: number) => (await lead(from, to)).message;
  expect(await problem(a, a)).toBe(ITSELF);
  expect(await problem(a, hidden)).toBe(NOT_VISIBLE);
  expect(await problem(a, 999_999)).toBe(NOT_VISIBLE);
  expect(await lead(999_999, a)).toMatchObject({ ok: false, reason: "unknown" });
  await lead(a, b);
  expect(await problem(b, a)).toContain("“A” itself leads to this book");
  expect(await problem(c, a)).toContain("“A” itself leads to “B”");
  // Those that led to a book follow it.
  await lead(b, c);
  await hide(a);
  const third = await book("Third edition");
  expect(await gone(a)).toEqual({ successor: { id: c, title: "C" } });
  expect(await readSuccessor(db.read, a, "third edition")).toMatchObject({
    book: { title: "A", hidden: true },
    current: { title: "C", hidden: false },
    found: [{ id: third, title: "Third edition", authors: [], isbn13: null }],
  });
});
