import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createBook, createStaff } from "~/test/factories";
import { mailsTo } from "~/test/mails";
import { noticeOverdueBooks } from "./overdue-notices.server";

const { write: db } = await createTestDatabase();
const OWNER = "owner@kitab.example";
/** A moment by the clock in India. */
const india = (time: string) => new Date(`2026-11-${time}:00+05:30`);

beforeEach(() => createStaff(db, { email: OWNER, job: "owner" }));

const forthcoming = (title: string, published_on: string, preordered: number, stock = 0) =>
  createBook(db, { title, publishing_status: "forthcoming", published_on, preordered, stock });
const told = async () =>
  (await mailsTo(db, OWNER)).map(({ text_body }) => text_body.match(/^.*: \d+ cop.* owed .*$/gm));
const postpone = (id: number, published_on: string) =>
  db.updateTable("books").set({ published_on }).where("id", "=", id).execute();

test("staff are told once of a day that has passed while copies are owed", async () => {
  const gora = await forthcoming("Gora", "2026-11-22", 3);
  await forthcoming("Godan", "2026-11-20", 1);
  await forthcoming("Not owed", "2026-11-20", 0);
  await forthcoming("In stock", "2026-11-20", 2, 5);
  await forthcoming("To come", "2026-11-23", 2);
  await forthcoming("Some day", "2026", 2);
  expect(await noticeOverdueBooks(db, india("22T07:59"))).toBe(0);
  await Promise.all([noticeOverdueBooks(db, india("22T08:00")), noticeOverdueBooks(db, india("22T08:00"))]);
  const first = ["Godan: 1 copy owed since 20 Nov 2026", "Gora: 3 copies owed since 22 Nov 2026"];
  expect(await told()).toEqual([first]);
  expect((await mailsTo(db, OWNER))[0]!.subject).toBe("Kitab: 2 books are overdue");

  expect(await noticeOverdueBooks(db, india("23T08:00"))).toBe(1);
  const second = ["To come: 2 copies owed since 23 Nov 2026"];
  expect(await told()).toEqual([first, second]);
  // It is to come later, and does not come then either.
  await postpone(gora, "2026-11-25");
  await noticeOverdueBooks(db, india("24T08:00"));
  expect(await told()).toEqual([first, second]);
  await noticeOverdueBooks(db, india("25T08:00"));
  expect(await told()).toEqual([first, second, ["Gora: 3 copies owed since 25 Nov 2026"]]);
});
