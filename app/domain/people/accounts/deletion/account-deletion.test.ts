import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { Db, ShopDatabase } from "~/db/database.server";
import { nearTokens } from "~/db/search/near-tokens";
import { createTestDatabase, failing } from "~/test/database";
import { createAccount } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { insertOrder, receivedPayment, refundOf } from "~/test/factories-orders";
import { fullCustomer, TRACES } from "~/test/full-customer";
import { mailedToken } from "~/test/mails";
import { isOnPostgres } from "~/test/databases/postgres";
import { minutesAfter } from "~/test/time";
import { hashPassword } from "~/platform/secrets/passwords.server";
import { queueMail, sendQueuedMails } from "~/platform/mail/mail.server";
import { ORDER_STATES } from "~/domain/sales/orders/orders";
import { resendConfirmation } from "~/domain/sales/orders/resend-confirmation.server";
import { findStaffOrder } from "~/domain/sales/orders/desk/staff-order.server";
import {
  deleteAccount,
  findObstacles,
  sendDeletionLink,
  sweepDeletionMails,
} from "./account-deletion.server";
import { authenticateAccount, registerAccount } from "../accounts.server";
import { listCustomers, setAccountStatus } from "../customers.server";
import { parseCustomerSearch } from "../customers";

const site = { shopName: "Kitab", origin: "https://books.example" };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const later = minutesAfter(NOW);
const hashed = await hashPassword(PASSWORD);
const HASH = hashed === "busy" ? "" : hashed.hash;

/** All rows of all tables; those of the search indexes as well. */
async function everything(db: Db): Promise<Map<string, Record<string, unknown>[]>> {
  const { rows: tables } = await sql<{ name: string }>`${
    isOnPostgres
      ? sql`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql`select name from sqlite_schema where type = 'table'`
  } order by name`.execute(db);
  const all = new Map<string, Record<string, unknown>[]>();
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    all.set(name, rows);
  }
  return all;
}

/** Every table.column that holds this text. */
async function placesOf(db: Db, text: string): Promise<string[]> {
  const wanted = text.toLowerCase();
  const places = new Set<string>();
  for (const [table, rows] of await everything(db)) {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const held = Buffer.isBuffer(value) ? value.toString("latin1") : String(value);
        if (held.toLowerCase().includes(wanted)) places.add(`${table}.${column}`);
      }
    }
  }
  return [...places].sort();
}

/** The words that the search indexes of customers and orders have, in all their forms. */
async function indexedWords(db: ShopDatabase): Promise<Set<string>> {
  const words: string[] = [];
  for (const index of ["accounts_index", "orders_index"]) {
    if (!isOnPostgres)
      await db.executeScript(
        `create virtual table if not exists temp.words_of_${index} using fts5vocab(main, ${index}, row)`,
      );
    const { rows } = await sql<{ word: string }>`${
      isOnPostgres
        ? sql`select word from ts_stat(${`select words from ${index}`})`
        : sql`select term as word from ${sql.table(`temp.words_of_${index}`)}`
    }`.execute(db.write);
    words.push(...rows.map(({ word }) => word.replace(/^.*\//, "")));
  }
  return new Set(words);
}

describe("deleting a customer who has rows in every table", async () => {
  const db = await createTestDatabase();
  const customer = await fullCustomer(db.write, HASH);
  const { accountId, orderId, books, staffId } = customer;
  // Another customer, of whom nothing may be deleted.
  const other = await createAccount(db.write, { email: "other@example.com" });
  const rating = () =>
    db.read
      .selectFrom("books")
      .select(["rating_sum", "rating_count"])
      .where("id", "=", books[0])
      .executeTakeFirstOrThrow();
  const erase = () => deleteAccount(db.write, accountId, { password: PASSWORD }, site, NOW);

  /** What the indexes have by which names are found that are written with wrong letters. */
  const nearOf = async (name: string) => {
    const words = await indexedWords(db);
    return nearTokens(name.toLowerCase()).filter((token) => words.has(token));
  };

  test("before the deletion, every traced value is found in its tables", async () => {
    for (const trace of Object.values(TRACES)) expect(await placesOf(db.read, trace), trace).not.toEqual([]);
    expect(await nearOf(TRACES.firstName)).toEqual(nearTokens(TRACES.firstName.toLowerCase()));
    expect(await placesOf(db.read, TRACES.email)).toEqual(
      expect.arrayContaining([
        "account_tokens.new_email",
        "accounts.email",
        "audit_entries.after",
        "contact_messages.email",
        "identities.email",
        "newsletter_subscribers.email",
        "order_events.detail",
        "outgoing_mails.recipient",
        "refunds.note",
        "stock_alerts.email",
        "wanted_titles.email",
      ]),
    );
    expect(await placesOf(db.read, TRACES.vpa)).toEqual([
      "payment_events.body",
      "sandbox_payments.vpa",
      "sandbox_webhooks.body",
    ]);
  });

  test("changes nothing when the password is wrong", async () => {
    const before = await everything(db.read);
    expect(await deleteAccount(db.write, accountId, { password: "Not-The-One-7" }, site, NOW)).toMatchObject({
      ok: false,
      reason: "wrong",
    });
    expect(await everything(db.read)).toEqual(before);
  });

  test("rolls back everything when one statement fails", async () => {
    const mend = await failing(db, "update of deleted_at on accounts", "no");
    const before = await everything(db.read);
    await expect(erase()).rejects.toThrow("no");
    expect(await everything(db.read)).toEqual(before);
    await mend();
  });

  test("erases everything but the name and address on the bill, and the last mail until it is sent", async () => {
    expect(await rating()).toEqual({ rating_sum: 2, rating_count: 1 });
    expect(await erase()).toEqual({ ok: true, message: "Your account has been deleted" });

    const left = Object.fromEntries(
      await Promise.all(
        Object.entries(TRACES).map(async ([name, trace]) => [name, await placesOf(db.read, trace)]),
      ),
    );
    // Where the index of orders shares the beginning of a word with its neighbour, the word is not found in it as a whole.
    left.lastName = (left.lastName as string[]).filter((place) => !place.startsWith("orders_index"));
    const none = Object.fromEntries(Object.keys(TRACES).map((name) => [name, []]));
    expect(left).toEqual({
      ...none,
      email: ["outgoing_mails.recipient"],
      lastName: ["orders.fullname"],
      recipient: ["orders.fullname"],
      street: ["orders.address1"],
      billedTo: ["orders.buyer_name"],
    });
    expect(await nearOf(TRACES.firstName)).toEqual([]);
    expect(await rating()).toEqual({ rating_sum: 0, rating_count: 0 });
    const row = await db.read
      .selectFrom("accounts")
      .selectAll()
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      email: `deleted-${accountId}@deleted.invalid`,
      first_name: "Deleted",
      last_name: "customer",
      password_hash: null,
      status: "inactive",
      deleted_at: NOW.toISOString(),
      order_count: 1,
    });
    const order = await db.read
      .selectFrom("orders")
      .selectAll()
      .where("id", "=", orderId)
      .executeTakeFirstOrThrow();
    expect(order).toMatchObject({ mobile: "", email: "", state: "delivered", fullname: TRACES.recipient });
    expect(order.invoice_no).not.toBeNull();
    const kept = await db.read
      .selectFrom("audit_entries")
      .select("after")
      .where("subject", "=", "customer")
      .execute();
    expect(kept).toEqual([{ after: '{"Status":"Active"}' }]);
    expect(await placesOf(db.read, "other@example.com")).toEqual(["accounts.email"]);
  });

  test("sends the last mail to the old address, then deletes it", async () => {
    const sent: string[] = [];
    await sweepDeletionMails(db.write);
    await sendQueuedMails(db.write, { send: async (mail) => void sent.push(`${mail.to}: ${mail.subject}`) });
    expect(sent).toContain(`${TRACES.email}: Your account at Kitab has been deleted`);
    await sweepDeletionMails(db.write);
    expect(await placesOf(db.read, TRACES.email)).toEqual([]);
  });

  test("keeps the orders in the back office, without an email address", async () => {
    expect(await findStaffOrder(db.read, orderId)).toMatchObject({
      customer: { id: accountId, name: "Deleted customer", email: "" },
      address: { fullname: TRACES.recipient, email: "", mobile: "" },
    });
    const sent = await resendConfirmation(db.write, { orderId, staffId }, NOW);
    expect(sent).toMatchObject({ ok: false, message: "The customer has deleted their account" });
    const mail = {
      to: `deleted-${accountId}@deleted.invalid`,
      dedupeKey: "x",
      subject: "",
      text: "",
      html: "",
    };
    expect(await queueMail(db.write, mail)).toBe(false);
  });

  test("refuses later logins, and staff cannot reactivate the account", async () => {
    expect(await authenticateAccount(db.read, { username: TRACES.email, password: PASSWORD })).toMatchObject({
      ok: false,
    });
    expect(await setAccountStatus(db.write, { accountId, status: "active", staffId }, NOW)).toEqual({
      ok: false,
      message: "This account was deleted by its owner",
    });
    const { rows } = await listCustomers(
      db.read,
      parseCustomerSearch(new URLSearchParams({ q: `#${accountId}` })),
    );
    expect(rows).toMatchObject([
      { name: "Deleted customer", status: "inactive", deletedAt: NOW.toISOString() },
    ]);
    for (const q of [TRACES.firstName, "Zulekiha", "Zuleihka"])
      expect((await listCustomers(db.read, parseCustomerSearch(new URLSearchParams({ q })))).count).toBe(0);
    expect(await deleteAccount(db.write, accountId, { token: "" }, site, NOW)).toMatchObject({ ok: false });
  });

  test("lets the address be registered again", async () => {
    const input = { firstName: "Zuleikha", lastName: "Q", email: TRACES.email, password: PASSWORD };
    await registerAccount(db.write, input, site, NOW);
    const signedIn = await authenticateAccount(db.read, { username: TRACES.email, password: PASSWORD });
    expect(signedIn.ok && signedIn.account.id).not.toBe(accountId);
    expect(other).toBeGreaterThan(0);
  });
});

describe("deleting an account while something is under way", async () => {
  const db = await createTestDatabase();
  const account = async () => (await accountWithPassword(db.write, PASSWORD)).id;
  const refusal = (id: number) => deleteAccount(db.write, id, { password: PASSWORD }, site, NOW);

  test.each(ORDER_STATES)("with an order that is %s: refused only if the order is open", async (state) => {
    const id = await account();
    await insertOrder(db.write, { accountId: id, state });
    const isOpen = ["pending", "paid", "packed", "shipped"].includes(state);
    expect(await findObstacles(db.read, id)).toHaveLength(isOpen ? 1 : 0);
    expect((await refusal(id)).ok).toBe(!isOpen);
  });

  test.each([
    [{ payment_way: "online" }, "waits for its payment"],
    [{ payment_way: "cod", due_at_door: 25_000 }, "waits to be confirmed"],
    [{ payment_way: "cod", due_at_door: 15_000 }, "waits for its payment"],
    [{ payment_way: "transfer" }, "waits for your transfer"],
  ] as const)("an unpaid order %o %s", async (order, waits) => {
    const id = await account();
    const orderId = await insertOrder(db.write, { accountId: id, state: "pending" });
    await db.write.updateTable("orders").set(order).where("id", "=", orderId).execute();
    expect(await findObstacles(db.read, id)).toEqual([{ orderId, message: `Order #${orderId} ${waits}` }]);
  });

  test("with an order on account: refused until all of it is paid", async () => {
    const id = await account();
    const orderId = await insertOrder(db.write, { accountId: id, state: "delivered" });
    await db.write
      .updateTable("orders")
      .set({ payment_way: "account", due_on: "2026-12-21" })
      .where("id", "=", orderId)
      .execute();
    await receivedPayment(db.write, orderId, 10_000);
    const message = `₹150.00 of order #${orderId} is still to be paid`;
    expect(await findObstacles(db.read, id)).toEqual([{ orderId, message }]);
    expect(await refusal(id)).toMatchObject({ ok: false, reason: "under_way" });
    await receivedPayment(db.write, orderId, 15_000);
    expect(await findObstacles(db.read, id)).toEqual([]);
  });

  test.each([
    ["queued", false],
    ["pending", false],
    ["failed", false],
    ["processed", true],
  ] as const)("with a refund that is %s: allowed is %s", async (status, isFree) => {
    const id = await account();
    const orderId = await insertOrder(db.write, { accountId: id, state: "delivered" });
    const paymentId = await receivedPayment(db.write, orderId, 25_000);
    await refundOf(db.write, { orderId, paymentId, amount: 5000, status });
    const outcome = await refusal(id);
    expect(outcome.ok).toBe(isFree);
    if (!isFree)
      expect(outcome).toMatchObject({ reason: "under_way", message: expect.stringContaining("refund") });
  });

  test.each([
    ["requested", false],
    ["approved", false],
    ["declined", true],
  ] as const)("with a return that is %s: allowed is %s", async (state, isFree) => {
    const id = await account();
    const orderId = await insertOrder(db.write, { accountId: id, state: "delivered" });
    const at = NOW.toISOString();
    await db.write
      .insertInto("return_requests")
      .values({
        order_id: orderId,
        account_id: id,
        reason: "other",
        state,
        requested_at: at,
        answered_at: null,
        received_at: null,
      })
      .execute();
    expect((await refusal(id)).ok).toBe(isFree);
  });
});

describe("who may delete an account", async () => {
  const db = await createTestDatabase();

  test("staff cannot delete their own accounts", async () => {
    const { id } = await accountWithPassword(db.write, PASSWORD, { role: "admin" });
    await expect(deleteAccount(db.write, id, { password: PASSWORD }, site, NOW)).rejects.toThrow();
    const row = await db.read
      .selectFrom("accounts")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: "admin", status: "active", deleted_at: null });
  });

  test("without a password, one's own newest mailed link works once, within an hour", async () => {
    const account = async () => {
      const id = await createAccount(db.write);
      const { email } = await db.read
        .selectFrom("accounts")
        .select("email")
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      return { id, email };
    };
    const [mine, theirs] = [await account(), await account()];
    expect(await deleteAccount(db.write, mine.id, { password: "" }, site, NOW)).toMatchObject({
      reason: "no_password",
    });
    await sendDeletionLink(db.write, mine, site, NOW);
    const first = await mailedToken(db.read, mine.email);
    await sendDeletionLink(db.write, mine, site, NOW);
    const token = await mailedToken(db.read, mine.email);
    expect(JSON.stringify(await db.read.selectFrom("account_tokens").selectAll().execute())).not.toContain(
      token,
    );
    for (const [id, given, at] of [
      [theirs.id, token, NOW],
      [mine.id, first, NOW],
      [mine.id, "", NOW],
      [mine.id, token, later(60)],
    ] as const)
      expect(await deleteAccount(db.write, id, { token: given }, site, at)).toMatchObject({ reason: "link" });
    const both = await Promise.all(
      [1, 2].map(() => deleteAccount(db.write, mine.id, { token }, site, later(59))),
    );
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  test("two deletions at the same time: one succeeds, and one mail is queued", async () => {
    const { id, email } = await accountWithPassword(db.write, PASSWORD);
    const both = await Promise.all(
      [1, 2].map(() => deleteAccount(db.write, id, { password: PASSWORD }, site, NOW)),
    );
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const mails = await db.read
      .selectFrom("outgoing_mails")
      .select("id")
      .where("recipient", "=", email)
      .execute();
    expect(mails).toHaveLength(1);
  });
});
