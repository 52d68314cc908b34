import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createAddress, createStaff } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { insertOrder, receivedPayment, refundOf } from "~/test/factories-orders";
import { mailedToken } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { LOGIN_FAILED } from "./accounts.schema";
import { authenticateAccount } from "./accounts.server";
import { findTokenAccount, rotateRefreshToken, startRefreshFamily } from "./refresh-tokens.server";
import { createAccountToken, findAccountToken } from "./account-tokens.server";
import { parseCustomerSearch } from "./customers";
import { findCustomer, listCustomers, setAccountStatus } from "./customers.server";
import { confirmEmail, sendConfirmation } from "./passwords/email-confirmation.server";
import { RESET_LINK_INVALID, requestPasswordReset, resetPassword } from "./passwords/password-reset.server";
import { findVisitor, startSession } from "./sessions.server";

const NOW = new Date("2026-03-01T10:00:00.000Z");
const site = { shopName: "Kitab", origin: "https://kitab.example" };

let db: Awaited<ReturnType<typeof createTestDatabase>>;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  staffId = await createStaff(db.write, { first_name: "Kamala", last_name: "Iyer" });
});

const search = (query = "") => parseCustomerSearch(new URLSearchParams(query));
const names = async (query = "") =>
  (await listCustomers(db.read, search(query))).rows.map((customer) => customer.name);

describe("the list of customers", () => {
  async function people() {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString();
    const make = (first_name: string, last_name: string, email: string, day: number, more = {}) =>
      createAccount(db.write, { first_name, last_name, email, created_at: at(day), ...more });
    return {
      meera: await make("Meera", "Nair", "meera@kochi.example", 1),
      asha: await make("asha", "Rao", "asha.rao@mysuru.example", 3),
      ashaB: await make("Asha", "Bose", "bose@kolkata.example", 2, { status: "inactive" }),
      zoya: await make("Zoya", "", "zoya@kochi.example", 3),
    };
  }

  test("lists customers only, newest first; sorts by name, joining date and orders, both ways", async () => {
    const { meera, zoya } = await people();
    expect(await names()).toEqual(["asha Rao", "Zoya", "Asha Bose", "Meera Nair"]);
    expect(await names("sort=joined&dir=asc")).toEqual((await names()).toReversed());
    expect(await names("sort=joined&dir=desc")).toEqual(await names());
    expect(await names("sort=name&dir=asc")).toEqual(["Asha Bose", "asha Rao", "Meera Nair", "Zoya"]);
    expect(await names("sort=name&dir=desc")).toEqual(["Zoya", "Meera Nair", "asha Rao", "Asha Bose"]);
    await insertOrder(db.write, { accountId: meera, state: "paid" });
    await insertOrder(db.write, { accountId: meera, state: "delivered" });
    await insertOrder(db.write, { accountId: zoya, state: "pending" });
    expect((await names("sort=orders&dir=desc")).slice(0, 2)).toEqual(["Meera Nair", "Zoya"]);
    expect((await names("sort=orders&dir=asc")).slice(2)).toEqual(["Zoya", "Meera Nair"]);
  });

  test("searches names, addresses and ids; filters by status; finds nothing for nonsense", async () => {
    const { meera, ashaB } = await people();
    expect(await names("q=ASHA&sort=name&dir=asc")).toEqual(["Asha Bose", "asha Rao"]);
    expect(await names("q=rao+ash")).toEqual(["asha Rao"]);
    expect(await names("q=bose%40kolkata.example")).toEqual(["Asha Bose"]);
    expect(await names("q=kochi&sort=name&dir=desc")).toEqual(["Zoya", "Meera Nair"]);
    expect(await names(`q=${meera}`)).toEqual(["Meera Nair"]);
    expect(await names(`q=%23${ashaB}`)).toEqual(["Asha Bose"]);
    expect(await names("q=asha&status=inactive")).toEqual(["Asha Bose"]);
    expect(await names("status=active&sort=name&dir=asc")).toEqual(["asha Rao", "Meera Nair", "Zoya"]);
    expect(await names("status=everyone")).toHaveLength(4);
    expect(await names("q=Kamala")).toEqual([]);
    expect(await names(`q=${staffId}`)).toEqual([]);
    for (const q of ['"', "*", "a OR b", "{name}:", "NEAR(x", "999999999999999", "9".repeat(99), "-", "'--"])
      expect(await names(new URLSearchParams({ q }).toString())).toEqual([]);
  });

  test("pages neither skip nor repeat customers, even if all sort keys are equal", async () => {
    for (let index = 0; index < 23; index++) await createAccount(db.write, { first_name: "Same" });
    for (const sort of ["", "sort=name&dir=asc", "sort=orders&dir=desc", "sort=joined&dir=asc"]) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => listCustomers(db.read, search(`${sort}&page=${page}`))),
      );
      expect(pages[0]).toMatchObject({ count: 23, pageCount: 3, size: 10 });
      expect(new Set(pages.flatMap((page) => page.rows.map((row) => row.id))).size).toBe(23);
    }
    expect(await listCustomers(db.read, search("page=99"))).toMatchObject({ page: 3 });
  });

  test("the number of orders counts all orders placed, and is kept up to date", async () => {
    const accountId = await createAccount(db.write);
    const counts = async () => [
      (await listCustomers(db.read, search())).rows[0]!.orders,
      (await findCustomer(db.read, accountId))!.orders,
    ];
    for (const state of ["pending", "cancelled", "paid", "refunded"] as const)
      await insertOrder(db.write, { accountId, state });
    expect(await counts()).toEqual([4, 4]);
    await db.write.deleteFrom("orders").where("state", "=", "pending").execute();
    expect(await counts()).toEqual([3, 3]);
  });
});

describe("a search for customers with wrong letters", () => {
  const list = (q: string, more = "") =>
    listCustomers(db.read, search(`${new URLSearchParams({ q })}&sort=name&dir=asc${more}`));
  const similar = async (q: string, more = "") => {
    const { rows, isForgiven } = await list(q, more);
    expect(isForgiven).toBe(rows.length > 0);
    return rows.map(({ name }) => name);
  };
  beforeEach(async () => {
    for (const [at, name] of [
      "Anita Chatterjee",
      "Amita Chatterjee",
      "Sunil Chatterjee",
      "Asha Rao",
      "Usha Rao",
      "राजेश कुलकर्णी",
      "Lakshmi Venkatesan",
    ].entries()) {
      const [first_name = "", last_name = ""] = name.split(" ");
      await createAccount(db.write, {
        first_name,
        last_name,
        email: `${at === 3 ? "asha" : at}@kavi.example`,
      });
    }
  });

  test("finds a letter that is wrong, missing or too many, two that are exchanged, two of a long word", async () => {
    const all = ["Amita Chatterjee", "Anita Chatterjee", "Sunil Chatterjee"];
    for (const q of ["Chatrejee", "Chatterqee", "Chattterjele", "Cyatterjeu"])
      expect(await similar(q), q).toEqual(all);
    for (const q of ["Lakhsmi", "Venkatqsan", "Venkxtqsan", "lakshmi venkqtesan"])
      expect(await similar(q), q).toEqual(["Lakshmi Venkatesan"]);
  });

  test("only a word that nobody has is mended, beside those that are right", async () => {
    expect(await similar("Anita Chatrejee")).toEqual(["Anita Chatterjee"]);
    expect(await similar("Chatrejee Sun")).toEqual(["Sunil Chatterjee"]);
    // Each is somebody's, but not one person's.
    expect(await similar("Lakshmi Chatterjee")).toEqual([]);
    expect(await similar("Anita Venkatqsan")).toEqual([]);
  });

  test("in other scripts, and across them", async () => {
    expect(await similar("कुलपर्णी")).toEqual(["राजेश कुलकर्णी"]);
    expect(await similar("Kulkarmi")).toEqual(["राजेश कुलकर्णी"]);
    expect(await similar("वेंकटेसल")).toEqual(["Lakshmi Venkatesan"]);
  });

  test("finds nobody similar if somebody has what was typed, also if a filter leaves them out", async () => {
    expect(await list("asha")).toMatchObject({ count: 1, isForgiven: false });
    await db.write
      .updateTable("accounts")
      .set({ status: "inactive" })
      .where("first_name", "=", "Asha")
      .execute();
    expect(await similar("asha", "&status=active")).toEqual([]);
    expect(await similar("aiha", "&status=inactive")).toEqual(["Asha Rao"]);
  });

  test("short words, numbers and the addresses of emails are not mended, and staff not found", async () => {
    const meera = await createAccount(db.write);
    await createAddress(db.write, meera, { mobile: "9845012345" });
    for (const q of ["Roa", "9845012346", "98450 12346", `#${meera + 100}`, "ahsa@kavi.example", "Kamola"])
      expect(await similar(q), q).toEqual([]);
  });

  test("very long texts are answered", async () => {
    const letters = "abcdefghijklmnopqrstuvwxyz".repeat(4);
    for (const q of [letters, letters.match(/.{8}/g)!.join(" "), "\u0915\u094d".repeat(50)])
      expect(await similar(q)).toEqual([]);
  });
});

describe("a customer's page", () => {
  test("shows the customer, their newest ten orders and their addresses", async () => {
    const accountId = await createAccount(db.write, { email_confirmed_at: null });
    await createAddress(db.write, accountId, { place: "Thrissur" });
    await createAddress(db.write, await createAccount(db.write));
    const placed = [];
    for (let day = 1; day <= 12; day++) {
      const placedAt = new Date(Date.UTC(2026, 1, day)).toISOString();
      placed.push(await insertOrder(db.write, { accountId, state: "paid", placedAt }));
    }
    const customer = (await findCustomer(db.read, accountId))!;
    expect(customer).toMatchObject({
      id: accountId,
      name: "Meera Nair",
      status: "active",
      emailConfirmedAt: null,
      orders: 12,
      lastOrderAt: "2026-02-12T00:00:00.000Z",
    });
    expect(customer.recentOrders.map((order) => order.id)).toEqual(placed.toReversed().slice(0, 10));
    expect(customer.addresses.map((address) => address.place)).toEqual(["Thrissur"]);
  });

  test("spent is the money received less the money refunded", async () => {
    const accountId = await createAccount(db.write);
    expect(await findCustomer(db.read, accountId)).toMatchObject({ spent: 0, orders: 0, lastOrderAt: null });
    const kept = await insertOrder(db.write, { accountId, state: "delivered", total: 30_000 });
    await receivedPayment(db.write, kept, 30_000, "failed");
    const payment = await receivedPayment(db.write, kept, 30_000);
    await refundOf(db.write, { orderId: kept, paymentId: payment, amount: 5_000, status: "processed" });
    await refundOf(db.write, { orderId: kept, paymentId: payment, amount: 2_000, status: "queued" });
    await refundOf(db.write, { orderId: kept, paymentId: payment, amount: 1_000, status: "failed" });
    const returned = await insertOrder(db.write, { accountId, state: "refunded", total: 90_000 });
    const back = await receivedPayment(db.write, returned, 90_000, "refunded");
    await refundOf(db.write, { orderId: returned, paymentId: back, amount: 90_000, status: "processed" });
    await insertOrder(db.write, { accountId, state: "pending", total: 70_000 });
    const other = await insertOrder(db.write, {
      accountId: await createAccount(db.write),
      state: "paid",
      total: 4_000,
    });
    await receivedPayment(db.write, other, 4_000);
    expect(await findCustomer(db.read, accountId)).toMatchObject({ spent: 25_000 });
  });

  test("finds neither unknown ids nor staff", async () => {
    expect(await findCustomer(db.read, staffId)).toBeNull();
    expect(await findCustomer(db.read, 99_999)).toBeNull();
  });
});

describe("deactivating and activating a customer", () => {
  test("ends sessions and links at once, and refuses logins and resets until activated again", async () => {
    const { id, email } = await accountWithPassword(db.write, PASSWORD, { confirmed: false });
    const other = await createAccount(db.write);
    const sessions = await Promise.all(
      [id, id, other].map((accountId) => startSession(db.write, { accountId, remember: true })),
    );
    const visitors = () => Promise.all(sessions.map((session) => findVisitor(db.read, session.id)));
    await db.write.transaction().execute((trx) => sendConfirmation(trx, { id, email }, site, NOW));
    const confirmation = await mailedToken(db.read, email);
    await requestPasswordReset(db.write, email, site, NOW);
    const reset = await mailedToken(db.read, email);
    const othersLink = await createAccountToken(db.write, other, "reset_password", NOW);

    expect(await setAccountStatus(db.write, { accountId: id, status: "inactive", staffId }, NOW)).toEqual({
      ok: true,
      name: "Asha Rao",
    });
    expect((await visitors()).map((visitor) => visitor?.account?.id ?? null)).toEqual([null, null, other]);
    expect(await authenticateAccount(db.read, { username: email, password: PASSWORD })).toEqual({
      ok: false,
      reason: "credentials",
      message: LOGIN_FAILED,
    });
    const resetBack = () =>
      resetPassword(db.write, { token: reset, password: "Monsoon-Verandah-9" }, site, NOW);
    expect(await resetBack()).toMatchObject({ ok: false, message: RESET_LINK_INVALID });
    expect(await confirmEmail(db.write, confirmation, NOW)).toBe(false);
    const mails = () => db.read.selectFrom("outgoing_mails").select("id").execute();
    const sent = (await mails()).length;
    await requestPasswordReset(db.write, email, site, NOW);
    expect(await mails()).toHaveLength(sent);
    expect(await findAccountToken(db.read, othersLink.token, "reset_password", NOW)).toMatchObject({
      accountId: other,
    });

    await setAccountStatus(db.write, { accountId: id, status: "active", staffId }, NOW);
    expect(await authenticateAccount(db.read, { username: email, password: PASSWORD })).toMatchObject({
      ok: true,
    });
    expect((await visitors()).map((visitor) => visitor?.account?.id ?? null)).toEqual([null, null, other]);
    expect(await resetBack()).toMatchObject({ ok: false, message: RESET_LINK_INVALID });
    expect(await confirmEmail(db.write, confirmation, NOW)).toBe(false);
  });

  test("activating ends sessions and links that were created while the account was inactive", async () => {
    const accountId = await createAccount(db.write);
    await setAccountStatus(db.write, { accountId, status: "inactive", staffId }, NOW);
    const late = await startSession(db.write, { accountId, remember: true });
    const link = await createAccountToken(db.write, accountId, "reset_password", NOW);
    await setAccountStatus(db.write, { accountId, status: "active", staffId }, NOW);
    expect(await findVisitor(db.read, late.id)).toBeNull();
    expect(await findAccountToken(db.read, link.token, "reset_password", NOW)).toBeNull();
  });

  test("ends the API's tokens at once and for good", async () => {
    const accountId = await createAccount(db.write);
    const grant = await startRefreshFamily(db.write, accountId, undefined, NOW);
    const next = await rotateRefreshToken(db.write, grant.refreshToken, NOW);
    expect(await findTokenAccount(db.read, grant.familyId, accountId)).toMatchObject({ id: accountId });
    for (const status of ["inactive", "active"] as const) {
      await setAccountStatus(db.write, { accountId, status, staffId }, NOW);
      expect(await findTokenAccount(db.read, grant.familyId, accountId)).toBeNull();
      for (const { refreshToken } of [grant, next!])
        expect(await rotateRefreshToken(db.write, refreshToken, NOW)).toBeNull();
    }
  });

  test("writes one audit entry, however often the call is repeated", async () => {
    const accountId = await createAccount(db.write);
    const off = { accountId, status: "inactive", staffId } as const;
    const answers = await Promise.all([1, 2, 3].map(() => setAccountStatus(db.write, off, NOW)));
    expect(answers).toEqual([1, 2, 3].map(() => ({ ok: true, name: "Meera Nair" })));
    await setAccountStatus(db.write, { accountId, status: "active", staffId }, NOW);
    expect(await readAudit(db.read, "customer", accountId)).toMatchObject([
      { who: "Kamala Iyer", action: "activated", changes: [{ before: "Inactive", after: "Active" }] },
      {
        who: "Kamala Iyer",
        action: "deactivated",
        at: NOW.toISOString(),
        changes: [{ field: "Status", before: "Active", after: "Inactive" }],
      },
    ]);
  });

  test("refuses staff and unknown accounts", async () => {
    const session = await startSession(db.write, { accountId: staffId, remember: false });
    for (const accountId of [staffId, 99_999]) {
      const answer = await setAccountStatus(db.write, { accountId, status: "inactive", staffId }, NOW);
      expect(answer).toEqual({ ok: false, message: "Customer Not Found" });
    }
    expect((await findVisitor(db.read, session.id))?.account?.id).toBe(staffId);
    expect(await db.read.selectFrom("audit_entries").select("id").execute()).toEqual([]);
  });
});
