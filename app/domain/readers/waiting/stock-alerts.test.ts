import { expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { createTestDatabase, failing } from "~/test/database";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { allMails } from "~/test/mails";
import { setHidden } from "~/domain/catalogue/books/book-visibility.server";
import type { AlertOwner } from "./stock-alerts";
import { stockAlertSchema } from "./stock-alerts.schema";
import {
  requestStockAlert,
  countWaiting,
  isWaitingFor,
  listAlertBooks,
  stopAlerts,
  sweepStockAlerts,
  waitingByBook,
  withdrawAlert,
} from "./stock-alerts.server";
import { isStopLink, stopLink } from "./stop-link.server";
import { sendStockAlerts } from "./send-alerts.server";

async function shop() {
  const database = await createTestDatabase();
  const { write: db } = database;
  const soldOut = (title = "Gora", given: Parameters<typeof createBook>[1] = {}) =>
    createBook(db, { title, stock: 0, authors: ["Rabindranath Tagore"], price: 35_000, ...given });
  return {
    ...database,
    db,
    soldOut,
    ask: (bookId: number, email: string, accountId: number | null = null, at = "2026-02-01T00:00:00.000Z") =>
      requestStockAlert(db, { bookId, email, accountId }, new Date(at)),
    stock: (bookId: number, stock: number) =>
      db.updateTable("books").set({ stock }).where("id", "=", bookId).execute(),
    mails: () => allMails(db),
    recipients: async () => (await allMails(db)).map(({ recipient }) => recipient),
    alerts: () => db.selectFrom("stock_alerts").selectAll().orderBy("id").execute(),
    customer: async (email: string, emailConfirmed = true): Promise<AlertOwner> => {
      const email_confirmed_at = emailConfirmed ? "2026-01-01T00:00:00.000Z" : null;
      return { id: await createAccount(db, { email, email_confirmed_at }), email, emailConfirmed };
    },
  };
}

test("a repeated request gets the same answer and is stored once", async () => {
  const { ask, soldOut, alerts } = await shop();
  const gora = await soldOut();
  const answers = [
    await ask(gora, "asha@example.com"),
    await ask(gora, "asha@example.com", null, "2026-03-01"),
  ];
  expect(answers[0]).toEqual({
    ok: true,
    message: 'We will email asha@example.com once, when "Gora" is back',
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(await alerts()).toMatchObject([
    { book_id: gora, email: "asha@example.com", requested_at: "2026-02-01T00:00:00.000Z", told_at: null },
  ]);
});

test("twenty requests at the same time for one address make one alert", async () => {
  const { ask, soldOut, alerts } = await shop();
  const gora = await soldOut();
  await Promise.all(Array.from({ length: 20 }, () => ask(gora, "asha@example.com")));
  expect(await alerts()).toHaveLength(1);
});

test("accepts only visible books that are sold out", async () => {
  const { ask, soldOut, alerts, stock } = await shop();
  const [back, hidden] = [await soldOut("Back"), await soldOut("Hidden", { hidden: 1 })];
  await stock(back, 1);
  expect(await ask(back, "asha@example.com")).toEqual({
    ok: false,
    reason: "in_stock",
    message: '"Back" is in stock',
  });
  for (const bookId of [hidden, 999_999])
    expect(await ask(bookId, "asha@example.com")).toMatchObject({ ok: false, reason: "not_found" });
  expect(await alerts()).toEqual([]);
});

test.each([
  [" Asha@Example.COM ", "asha@example.com"],
  ["asha@", null],
  ["", null],
  [`${"a".repeat(250)}@example.com`, null],
])("reads the address %j as %j", (typed, email) => {
  const parsed = stockAlertSchema.safeParse({ email: typed });
  expect(parsed.success ? parsed.data.email : null).toBe(email);
});

test("sends one mail with the book, its link, the reason and an unsubscribe link", async () => {
  const { db, ask, soldOut, stock, mails, alerts } = await shop();
  const gora = await soldOut('Gora & "sons"', { sale_price: 29_900 });
  await ask(gora, "asha@example.com");
  expect(await sendStockAlerts(db)).toBe(0);
  await stock(gora, 1);
  expect(await sendStockAlerts(db, new Date("2026-02-05"))).toBe(1);
  expect(await sendStockAlerts(db)).toBe(0);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: "asha@example.com", subject: 'Kitab: "Gora & "sons"" is back' });
  for (const body of [mail!.text_body, mail!.html_body]) {
    expect(body).toContain("Rabindranath Tagore");
    expect(body).toContain("₹299.00");
    expect(body).toMatch(new RegExp(`/books/${gora}\\b`));
    expect(body).toContain("asha@example.com was given");
    expect(body).toMatch(/\/books\/notify\/stop\?token=[\w-]{22}&(amp;)?to=asha%40example.com/);
  }
  expect(await alerts()).toMatchObject([{ told_at: "2026-02-05T00:00:00.000Z" }]);
});

test("sends no mail while the book is sold out again or hidden, but later when it is back", async () => {
  const { db, ask, soldOut, stock, recipients, alerts } = await shop();
  const gora = await soldOut();
  const staffId = await createStaff(db);
  await ask(gora, "asha@example.com");
  await stock(gora, 3);
  await stock(gora, 0);
  expect(await sendStockAlerts(db)).toBe(0);
  await setHidden(db, { bookId: gora, hidden: true, staffId });
  await stock(gora, 3);
  expect(await sendStockAlerts(db)).toBe(0);
  expect(await alerts()).toMatchObject([{ told_at: null }]);
  await setHidden(db, { bookId: gora, hidden: false, staffId });
  expect(await sendStockAlerts(db)).toBe(1);
  expect(await recipients()).toEqual(["asha@example.com"]);
});

test("after the mail, a new request leads to a new mail", async () => {
  const { db, ask, soldOut, stock, recipients } = await shop();
  const gora = await soldOut();
  for (const day of ["2026-02-01", "2026-04-01"]) {
    await ask(gora, "asha@example.com", null, day);
    await stock(gora, 1);
    await sendStockAlerts(db, new Date(day));
    await stock(gora, 0);
  }
  expect(await recipients()).toHaveLength(2);
});

test("sends fifty mails per round, in the order of the requests", async () => {
  const { db, ask, soldOut, stock, recipients } = await shop();
  const books = [await soldOut("One"), await soldOut("Two")];
  const emails = Array.from({ length: 80 }, (_, n) => `reader${n}@example.com`);
  for (const [n, email] of emails.entries())
    await ask(books[n % 2]!, email, null, new Date(Date.UTC(2026, 1, 1, 0, n)).toISOString());
  for (const bookId of books) await stock(bookId, 1);
  expect(await sendStockAlerts(db)).toBe(50);
  expect(await recipients()).toEqual(emails.slice(0, 50));
  await stock(books[0]!, 0);
  expect(await sendStockAlerts(db)).toBe(15);
  expect(await recipients()).toEqual([
    ...emails.slice(0, 50),
    ...emails.slice(50).filter((_, n) => n % 2 === 1),
  ]);
});

test("several workers at the same time queue one mail for each alert", async () => {
  const { db, file, ask, soldOut, stock, recipients } = await shop();
  const other = openDatabase(file);
  const gora = await soldOut();
  for (let n = 0; n < 40; n += 1) await ask(gora, `reader${n}@example.com`);
  await stock(gora, 1);
  const told = await Promise.all([
    sendStockAlerts(db),
    sendStockAlerts(other.write),
    sendStockAlerts(db),
    sendStockAlerts(other.write),
  ]);
  await other.close();
  expect(told.reduce((sum, count) => sum + count)).toBe(40);
  expect(new Set(await recipients()).size).toBe(40);
  expect(await recipients()).toHaveLength(40);
});

test("a round that fails sends nothing, and is repeated as a whole", async () => {
  const { db, executeScript, ask, soldOut, stock, recipients, alerts } = await shop();
  const gora = await soldOut();
  for (const email of ["one@example.com", "two@example.com"]) await ask(gora, email);
  await stock(gora, 1);
  const mend = await failing(
    { executeScript },
    "insert on outgoing_mails",
    "the power went",
    "new.recipient = 'two@example.com'",
  );
  await expect(sendStockAlerts(db)).rejects.toThrow("the power went");
  expect(await recipients()).toEqual([]);
  expect(await alerts()).toMatchObject([{ told_at: null }, { told_at: null }]);
  await mend();
  expect(await sendStockAlerts(db)).toBe(2);
  expect(await recipients()).toEqual(["one@example.com", "two@example.com"]);
});

test("sends to the account's current address, but not to inactive accounts", async () => {
  const { db, ask, soldOut, stock, recipients, customer } = await shop();
  const gora = await soldOut();
  const [asha, ravi] = [await customer("asha@example.com"), await customer("ravi@example.com")];
  for (const { id, email } of [asha, ravi]) await ask(gora, email, id);
  await db.updateTable("accounts").set({ email: "asha@new.example" }).where("id", "=", asha.id).execute();
  await db.updateTable("accounts").set({ status: "inactive" }).where("id", "=", ravi.id).execute();
  await stock(gora, 1);
  expect(await sendStockAlerts(db)).toBe(1);
  expect(await recipients()).toEqual(["asha@new.example"]);
  expect(await sendStockAlerts(db)).toBe(0);
});

test("customers see and withdraw only their own alerts", async () => {
  const { db, ask, soldOut, stock, customer, alerts } = await shop();
  const [gora, kari] = [await soldOut("Gora"), await soldOut("Kari")];
  const [asha, ravi] = [await customer("asha@example.com"), await customer("ravi@example.com")];
  await ask(gora, asha.email, asha.id);
  await ask(kari, asha.email, asha.id);
  await ask(gora, ravi.email, ravi.id);
  await db.updateTable("books").set({ hidden: 1 }).where("id", "=", kari).execute();
  expect(await listAlertBooks(db, asha)).toEqual([
    { bookId: kari, title: "Kari", hidden: true },
    { bookId: gora, title: "Gora", hidden: false },
  ]);
  expect(await waitingByBook(db, [gora, kari, 999])).toEqual(
    new Map([
      [gora, 2],
      [kari, 1],
    ]),
  );
  await withdrawAlert(db, ravi, kari);
  expect(await alerts()).toHaveLength(3);
  await withdrawAlert(db, asha, gora);
  expect(await isWaitingFor(db, asha, gora)).toBe(false);
  expect(await isWaitingFor(db, ravi, gora)).toBe(true);
  expect((await listAlertBooks(db, asha)).map(({ title }) => title)).toEqual(["Kari"]);

  await stock(gora, 1);
  await sendStockAlerts(db);
  expect(await listAlertBooks(db, ravi), "sent, so no longer waiting").toEqual([]);
  await withdrawAlert(db, ravi, gora);
  expect(await alerts()).toHaveLength(2);
});

test("alerts of a guest belong to the account with that address once it is confirmed", async () => {
  const { db, ask, soldOut, customer } = await shop();
  const gora = await soldOut();
  await ask(gora, "asha@example.com");
  const asha = await customer("asha@example.com", false);
  expect(await listAlertBooks(db, asha)).toEqual([]);
  await withdrawAlert(db, asha, gora);
  expect(await isWaitingFor(db, { ...asha, emailConfirmed: true }, gora)).toBe(true);
  await withdrawAlert(db, { ...asha, emailConfirmed: true }, gora);
  expect(await countWaiting(db, asha.email)).toBe(0);
});

test("the link in a mail stops all alerts of the address, and cannot be forged", async () => {
  const { db, ask, soldOut, stock, customer, alerts } = await shop();
  const [gora, kari, told] = [await soldOut("Gora"), await soldOut("Kari"), await soldOut("Told")];
  const asha = await customer("asha@example.com");
  await ask(told, asha.email);
  await stock(told, 1);
  await sendStockAlerts(db);
  await ask(gora, asha.email);
  await ask(kari, "asha@old.example", asha.id);
  await ask(gora, "ravi@example.com");
  expect(await countWaiting(db, asha.email)).toBe(2);
  await stopAlerts(db, asha.email);
  expect(await countWaiting(db, asha.email)).toBe(0);
  expect((await alerts()).map(({ email, told_at }) => [email, told_at !== null])).toEqual([
    ["asha@example.com", true],
    ["ravi@example.com", false],
  ]);

  const { searchParams } = new URL(stopLink("https://books.example.in", asha.email));
  const [to, token] = [searchParams.get("to")!, searchParams.get("token")!];
  expect([isStopLink(to, token), isStopLink("ravi@example.com", token), isStopLink(to, "")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isStopLink("", token)).toBe(false);
});

test("deletes sent alerts after 90 days, waiting ones after a year", async () => {
  const { db, soldOut, alerts } = await shop();
  const gora = await soldOut();
  const now = new Date("2027-06-01T00:00:00.000Z");
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const rows = [
    ["told-89", daysAgo(400), daysAgo(89)],
    ["told-91", daysAgo(100), daysAgo(91)],
    ["waits-364", daysAgo(364), null],
    ["waits-366", daysAgo(366), null],
  ] as const;
  for (const [name, requested_at, told_at] of rows)
    await db
      .insertInto("stock_alerts")
      .values({ book_id: gora, email: `${name}@example.com`, account_id: null, requested_at, told_at })
      .execute();
  expect(await sweepStockAlerts(db, now)).toBe(2);
  expect((await alerts()).map(({ email }) => email.split("@")[0])).toEqual(["told-89", "waits-364"]);
});

test("who waits for a forthcoming book is told when it is out and in stock, not when copies arrive before", async () => {
  const { db, ask, soldOut, stock, mails } = await shop();
  const given = { publishing_status: "forthcoming", published_on: "2027-01-12" } as const;
  const gora = await soldOut("Gora", given);
  expect(await ask(gora, "asha@example.com")).toMatchObject({
    message: 'We will email asha@example.com once, when "Gora" is out',
  });
  await stock(gora, 4);
  expect(await sendStockAlerts(db, new Date("2027-01-11T18:29:00Z"))).toBe(0);
  expect(await sendStockAlerts(db, new Date("2027-01-11T18:30:00Z"))).toBe(1);
  expect(await mails()).toMatchObject([{ subject: 'Kitab: "Gora" is out' }]);
  const gone = await soldOut("Gone", { publishing_status: "out_of_print" });
  expect(await ask(gone, "asha@example.com")).toMatchObject({ ok: false, reason: "out_of_print" });
});
