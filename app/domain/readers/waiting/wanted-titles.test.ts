import { beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createBook, createStaff } from "~/test/factories";
import { allMails } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { requestStockAlert } from "./stock-alerts.server";
import {
  answerWantedTitle,
  deleteWantedTitle,
  findWantedTitle,
  listWantedTitles,
} from "./staff-wanted.server";
import { sendWantedMails } from "./send-wanted-mails.server";
import { parseWantedSearch } from "./wanted-titles";
import { wantedTitleSchema } from "./wanted-titles.schema";
import { askForTitle, countBooksWaitedFor, stopBookMails, sweepWantedTitles } from "./wanted-titles.server";

const NOW = new Date("2026-11-25T06:00:00.000Z");
let db: Awaited<ReturnType<typeof createTestDatabase>>;
let staffId: number;

beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write);
});

const ask = (title: string, email: string, { author = "", at = NOW }: { author?: string; at?: Date } = {}) =>
  askForTitle(db.write, { title, author, email }, at);
const rows = () => db.read.selectFrom("wanted_titles").selectAll().orderBy("id").execute();
const list = async (search = "") =>
  (await listWantedTitles(db.read, parseWantedSearch(new URLSearchParams(search)))).rows;
const idOf = async (title: string) => (await rows()).find((row) => row.title === title)!.id;
const answer = (id: number, bookId: number, now = NOW) =>
  answerWantedTitle(db.write, { id, bookId, staffId }, now);
const recipients = async () => (await allMails(db.read)).map(({ recipient }) => recipient);

test("one request per address and title, whatever its spelling; a second one gets the same answer", async () => {
  const first = await ask("Lost Pages!", "asha@example.com");
  expect(first).toBe("Thank you! We will email asha@example.com once, if we get “Lost Pages!”");
  expect(await ask("Lost Pages!", "asha@example.com", { author: "Nobody" })).toBe(first);
  await ask("lost  PAGES", "asha@example.com");
  await ask("!?", "asha@example.com");
  expect((await rows()).map(({ title, author }) => [title, author])).toEqual([
    ["Lost Pages!", ""],
    ["!?", ""],
  ]);
});

test("twenty requests at the same time for one address make one", async () => {
  await Promise.all(Array.from({ length: 20 }, () => ask("Lost Pages", "asha@example.com")));
  expect(await rows()).toHaveLength(1);
});

test("the schema tidies what is typed, and has a sentence for each mistake", () => {
  expect(wantedTitleSchema.parse({ title: " Lost\n Pages ", email: " Asha@Example.com" })).toEqual({
    title: "Lost Pages",
    author: "",
    email: "asha@example.com",
  });
  const messages = (given: object) =>
    wantedTitleSchema.safeParse(given).error!.issues.map(({ message }) => message);
  expect(messages({ title: "?!", email: "nobody" })).toEqual([
    "Please enter the title",
    "Please enter a valid email address",
  ]);
  expect(messages({ title: "x".repeat(201), author: "y".repeat(101), email: "a@example.com" })).toEqual([
    "Title must be at most 200 characters",
    "Author must be at most 100 characters",
  ]);
});

test("staff see each title once, with how many want it; the most wanted first", async () => {
  await ask("Lost Pages", "asha@example.com", { author: "A. Sen", at: new Date("2026-11-20T00:00:00.000Z") });
  await ask("LOST pages", "ravi@example.com");
  await ask("Alone", "ravi@example.com", { at: new Date("2026-11-24T00:00:00.000Z") });
  expect(await list()).toEqual([
    {
      id: 1,
      title: "LOST pages",
      author: "A. Sen",
      people: 2,
      asked: NOW.toISOString(),
      answered: null,
      book: null,
    },
    expect.objectContaining({ title: "Alone", people: 1 }),
  ]);
  const titles = async (search: string) => (await list(search)).map(({ title }) => title);
  expect(await titles("sort=title")).toEqual(["Alone", "LOST pages"]);
  expect(await titles("sort=asked")).toEqual(["Alone", "LOST pages"]);
  expect(await titles("q=Pages")).toEqual(["LOST pages"]);
  expect(await titles("q=%232")).toEqual(["LOST pages"]);
  expect(await titles("state=answered")).toEqual([]);
  expect(await findWantedTitle(db.read, 2)).toEqual({
    id: 2,
    title: "LOST pages",
    author: "A. Sen",
    emails: ["asha@example.com", "ravi@example.com"],
  });
  expect(await findWantedTitle(db.read, 99)).toBeNull();
});

test("the answer mails everybody once, with the book and nothing that was typed", async () => {
  const bookId = await createBook(db.write, {
    title: "The Lost Pages",
    authors: ["A. Sen"],
    price: 35_000,
    stock: 2,
  });
  await ask("Lost Pages", "asha@example.com", { at: new Date("2026-11-20T00:00:00.000Z") });
  await ask("lost pages", "ravi@example.com");
  await ask("Other", "other@example.com");
  expect(await sendWantedMails(db.write, NOW)).toBe(0);
  expect(await answer(await idOf("Lost Pages"), bookId)).toEqual({
    ok: true,
    message: "2 people will be emailed that we have “The Lost Pages”",
  });
  expect(await answer(await idOf("Lost Pages"), bookId)).toMatchObject({ ok: false, reason: "unknown" });
  const sent = await Promise.all([sendWantedMails(db.write, NOW), sendWantedMails(db.write, NOW)]);
  expect(sent.reduce((one, other) => one + other)).toBe(2);
  expect(await recipients()).toEqual(["asha@example.com", "ravi@example.com"]);
  const [mail] = await allMails(db.read);
  expect(mail).toMatchObject({ subject: 'Kitab: We have "The Lost Pages"' });
  for (const body of [mail!.text_body, mail!.html_body]) {
    expect(body).toContain("A. Sen");
    expect(body).toContain("₹350.00");
    expect(body).toContain(`/books/${bookId}-the-lost-pages`);
    expect(body).toMatch(/\/books\/notify\/stop\?token=[\w-]{22}&(amp;)?to=asha%40example.com/);
  }
  expect((await list()).map(({ title }) => title)).toEqual(["Other"]);
  expect(await list("state=answered")).toMatchObject([
    { people: 2, answered: NOW.toISOString(), book: { id: bookId, title: "The Lost Pages" } },
  ]);
  expect(await readAudit(db.read, "wanted_title", await idOf("Lost Pages"))).toMatchObject([
    { action: "answered" },
  ]);

  // Who asks again is mailed again.
  await ask("Lost Pages", "asha@example.com");
  expect((await list()).map(({ title }) => title)).toContain("Lost Pages");
});

test("only a book that can be bought is an answer; no mail goes out while it is hidden", async () => {
  await ask("Lost Pages", "asha@example.com");
  const id = await idOf("Lost Pages");
  const soldOut = await createBook(db.write, { stock: 0 });
  const hidden = await createBook(db.write, { stock: 1, hidden: 1 });
  for (const bookId of [soldOut, hidden, 999])
    expect(await answer(id, bookId)).toMatchObject({ ok: false, reason: "not_on_sale" });
  const bookId = await createBook(db.write, { stock: 1 });
  expect(await answer(id, bookId)).toMatchObject({ ok: true });
  const hide = (value: 0 | 1) =>
    db.write.updateTable("books").set({ hidden: value }).where("id", "=", bookId).execute();
  await hide(1);
  expect(await sendWantedMails(db.write, NOW)).toBe(0);
  await hide(0);
  expect(await sendWantedMails(db.write, NOW)).toBe(1);
});

test("fifty mails are queued at a time", async () => {
  for (let n = 0; n < 60; n += 1) await ask("Lost Pages", `reader${n}@example.com`);
  await answer(await idOf("Lost Pages"), await createBook(db.write, { stock: 1 }));
  expect(await sendWantedMails(db.write, NOW)).toBe(50);
  expect(await sendWantedMails(db.write, NOW)).toBe(10);
  expect(new Set(await recipients()).size).toBe(60);
});

test("staff delete a title with all who wait for it; the log has no word of them", async () => {
  await ask("Lost Pages", "asha@example.com");
  await ask("lost pages", "ravi@example.com");
  await ask("Other", "ravi@example.com");
  const id = await idOf("lost pages");
  expect(await deleteWantedTitle(db.write, { id, staffId }, NOW)).toBe(true);
  expect(await deleteWantedTitle(db.write, { id, staffId }, NOW)).toBe(false);
  expect((await rows()).map(({ title }) => title)).toEqual(["Other"]);
  const entries = await readAudit(db.read, "wanted_title", id);
  expect(entries).toMatchObject([{ action: "deleted" }]);
  expect(JSON.stringify(entries)).not.toMatch(/lost|asha|ravi/i);
});

test("the link of the mails ends all that an address waits for", async () => {
  const soldOut = await createBook(db.write, { stock: 0 });
  const email = "asha@example.com";
  await requestStockAlert(db.write, { bookId: soldOut, email, accountId: null });
  await ask("Lost Pages", email);
  await ask("Lost Pages", "ravi@example.com");
  expect(await countBooksWaitedFor(db.read, email)).toBe(2);
  await stopBookMails(db.write, email);
  expect(await countBooksWaitedFor(db.read, email)).toBe(0);
  expect((await rows()).map((row) => row.email)).toEqual(["ravi@example.com"]);
});

test("requests are deleted a year after they were made, and 90 days after the answer", async () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);
  await ask("Waits", "asha@example.com", { at: daysAgo(364) });
  await ask("Waited", "asha@example.com", { at: daysAgo(366) });
  const bookId = await createBook(db.write, { stock: 1 });
  for (const [title, days] of [
    ["Told", 89],
    ["Told before", 91],
  ] as const) {
    await ask(title, "asha@example.com", { at: daysAgo(100) });
    await answer(await idOf(title), bookId, daysAgo(days));
  }
  expect(await sweepWantedTitles(db.write, NOW)).toBe(2);
  expect((await rows()).map(({ title }) => title)).toEqual(["Waits", "Told"]);
});
