import { beforeEach, describe, expect, test } from "vitest";
import { openDatabase } from "~/db/database.server";
import { createTestDatabase, withoutSync } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { mailedToken, mailsTo, onOneLine } from "~/test/mails";
import { createAccountToken, findAccountToken } from "../accounts/account-tokens.server";
import { authenticateAccount } from "../accounts/accounts.server";
import { findTokenAccount, rotateRefreshToken, startRefreshFamily } from "../accounts/refresh-tokens.server";
import { findVisitor, startSession } from "../accounts/sessions.server";
import type { Right } from "~/domain/kit/rights/rights";
import { findInvitation, invite } from "./invitations.server";
import { accessKey, LAST_OWNER, NO_OWNER_ANY_MORE, NOT_YOURSELF, STAFF_NOT_FOUND } from "./staff";
import { changeAccess, setStaffStatus } from "./staff-change.server";
import { findStaff, listStaff } from "./staff.server";

const db = await createTestDatabase();
const site = { shopName: "Neem Press", origin: "https://books.example.in" };
const NOW = new Date("2026-11-21T10:00:00.000Z");

let owner: number;
let member: number;
/** The entries before the test. */
let entries: number;
beforeEach(async () => {
  for (const table of ["outgoing_mails", "invitations", "accounts"] as const)
    await db.write.deleteFrom(table).execute();
  entries = (await db.read.selectFrom("audit_entries").select("id").execute()).length;
  owner = await createStaff(db.write);
  member = await createStaff(db.write, {
    first_name: "Ravi",
    last_name: "Das",
    email: "ravi@example.in",
    job: "orders",
    extra_rights: '["customers"]',
  });
});

type Given = Parameters<typeof changeAccess>[1];
const SHOWN = "orders:customers";
const change = (more: Partial<Given> = {}) =>
  changeAccess(
    db.write,
    { staffId: owner, memberId: member, job: "catalogue", extraRights: [], shown: SHOWN, ...more },
    site,
    NOW,
  );
const deactivate = (memberId = member, staffId = owner, on = db) =>
  setStaffStatus(on.write, { staffId, memberId, status: "inactive" }, site, NOW);

const recorded = async () => {
  const rows = await db.read.selectFrom("audit_entries").selectAll().orderBy("id").execute();
  return rows.slice(entries).map((row) => ({
    what: `${row.account_id} ${row.action} ${row.subject} ${row.subject_id}`,
    before: JSON.parse(row.before) as unknown,
    after: JSON.parse(row.after) as unknown,
  }));
};

describe("job and rights", () => {
  test("are changed, recorded and told by mail, and take effect with the next request", async () => {
    const session = await startSession(db.write, { accountId: member, remember: false }, undefined, NOW);
    const grant = await startRefreshFamily(db.write, member, undefined, NOW);
    const rights = async () => ({
      browser: (await findVisitor(db.read, session.id, NOW))!.account!.rights,
      app: (await findTokenAccount(db.read, grant.familyId, member))!.rights,
    });
    const both = (...all: Right[]) => ({ browser: all, app: all });
    expect(await rights()).toEqual(both("orders", "dispatch", "customers"));

    expect(await change({ extraRights: ["sales"] })).toEqual({ ok: true, name: "Ravi Das" });
    expect(await rights()).toEqual(both("catalogue", "reviews", "sales"));
    expect(await recorded()).toEqual([
      {
        what: `${owner} updated staff ${member}`,
        before: { Job: "Orders", "Extra rights": ["may see customers, and deactivate them"] },
        after: { Job: "Catalogue", "Extra rights": ["may see the sales figures"] },
      },
    ]);
    const [mail, ...others] = await mailsTo(db.read, "ravi@example.in");
    expect(others).toEqual([]);
    expect(mail!.subject).toBe("Your job at Neem Press was changed");
    expect(onOneLine(mail!.text_body)).toContain("Kamini Iyer has changed what you may do");
    expect(mail!.text_body).toContain("Job: Catalogue\nAlso: see the sales figures");
  });

  test("that are the same already change nothing and mail nothing", async () => {
    expect(await change({ job: "orders", extraRights: ["dispatch", "customers"] })).toMatchObject({
      ok: true,
    });
    expect(await recorded()).toEqual([]);
    expect(await mailsTo(db.read, "ravi@example.in")).toEqual([]);
  });

  test("that another owner has changed meanwhile are shown, and can then be saved", async () => {
    await change();
    const clash = await change({ job: "accounts", extraRights: ["customers"] });
    expect(clash).toMatchObject({
      ok: false,
      reason: "changed",
      clash: {
        shown: "catalogue:",
        fields: [
          { field: "Job", stored: "Catalogue", yours: "Accounts" },
          { field: "Extra rights", stored: [], yours: ["may see customers, and deactivate them"] },
        ],
      },
    });
    expect(await findStaff(db.read, member)).toMatchObject({ job: "catalogue" });
    expect(await change({ job: "accounts", shown: "catalogue:" })).toMatchObject({ ok: true });
  });

  test("of one who is no owner, or of no member of staff, are not changed", async () => {
    const customer = await createAccount(db.write);
    for (const memberId of [customer, 999_999])
      expect(await change({ memberId })).toEqual({ ok: false, reason: "unknown", message: STAFF_NOT_FOUND });
    expect(await change({ staffId: member })).toEqual({
      ok: false,
      reason: "not_owner",
      message: NO_OWNER_ANY_MORE,
    });
    expect(await recorded()).toEqual([]);
  });

  test("the last active owner keeps the job; another one may give it up, and their invitations end", async () => {
    await createStaff(db.write, { status: "inactive" });
    const giveUp = () =>
      change({ memberId: owner, job: "manager", shown: accessKey({ job: "owner", extraRights: [] }) });
    expect(await giveUp()).toEqual({ ok: false, reason: "last_owner", message: LAST_OWNER });
    expect(await findStaff(db.read, owner)).toMatchObject({ job: "owner" });

    await createStaff(db.write);
    const person = { email: "leela@example.in", firstName: "Leela", lastName: "Menon" };
    await invite(db.write, { staffId: owner, ...person, job: "owner", extraRights: [] }, site, NOW);
    const token = await mailedToken(db.read, person.email);
    expect(await giveUp()).toMatchObject({ ok: true });
    expect(await findStaff(db.read, owner)).toMatchObject({ job: "manager" });
    expect(await findInvitation(db.read, token, NOW)).toMatchObject({ state: "withdrawn" });
  });
});

describe("deactivating", () => {
  test("ends sessions, API tokens and links at once, and is recorded and told by mail", async () => {
    const person = await accountWithPassword(db.write, PASSWORD, { role: "admin" });
    const session = await startSession(db.write, { accountId: person.id, remember: true }, undefined, NOW);
    const grant = await startRefreshFamily(db.write, person.id, undefined, NOW);
    const { token } = await createAccountToken(db.write, person.id, "reset_password", NOW);

    expect(await deactivate(person.id)).toEqual({ ok: true, name: "Asha Rao" });
    expect(await findVisitor(db.read, session.id, NOW)).toBeNull();
    expect(await findTokenAccount(db.read, grant.familyId, person.id)).toBeNull();
    expect(await rotateRefreshToken(db.write, grant.refreshToken, NOW)).toBeNull();
    const signIn = () => authenticateAccount(db.read, { username: person.email, password: PASSWORD });
    expect(await signIn()).toMatchObject({ ok: false });
    expect(await mailsTo(db.read, person.email)).toMatchObject([
      { subject: "Your staff account at Neem Press was deactivated" },
    ]);

    const later = new Date(NOW.getTime() + 1000);
    const activate = () =>
      setStaffStatus(db.write, { staffId: owner, memberId: person.id, status: "active" }, site, later);
    expect(await activate()).toMatchObject({ ok: true });
    expect(await activate()).toMatchObject({ ok: true });
    expect(await signIn()).toMatchObject({ ok: true });
    // What ended does not come back.
    expect(await findVisitor(db.read, session.id, NOW)).toBeNull();
    expect(await findAccountToken(db.read, token, "reset_password", NOW)).toBeNull();
    expect((await mailsTo(db.read, person.email)).map(({ subject }) => subject)).toEqual([
      "Your staff account at Neem Press was deactivated",
      "Your staff account at Neem Press is active again",
    ]);
    expect(await recorded()).toEqual([
      {
        what: `${owner} deactivated staff ${person.id}`,
        before: { Status: "Active" },
        after: { Status: "Inactive" },
      },
      {
        what: `${owner} activated staff ${person.id}`,
        before: { Status: "Inactive" },
        after: { Status: "Active" },
      },
    ]);
  });

  test("of oneself is refused", async () => {
    await createStaff(db.write);
    expect(await deactivate(owner)).toEqual({ ok: false, reason: "yourself", message: NOT_YOURSELF });
  });

  test("withdraws the invitations that they sent", async () => {
    const other = await createStaff(db.write);
    const person = { email: "leela@example.in", firstName: "Leela", lastName: "Menon" };
    await invite(db.write, { staffId: other, ...person, job: "owner", extraRights: [] }, site, NOW);
    const token = await mailedToken(db.read, person.email);
    await deactivate(other);
    expect(await findInvitation(db.read, token, NOW)).toMatchObject({ state: "withdrawn" });
  });

  test("of the last owner is refused even to an owner whose account is inactive by then", async () => {
    const other = await createStaff(db.write);
    await deactivate(other);
    expect(await deactivate(owner, other)).toMatchObject({ reason: "not_owner" });
  });
});

test("two owners who deactivate each other at the same time, from two processes: one stays", async () => {
  const second = openDatabase(db.file);
  withoutSync(second);
  try {
    for (let round = 0; round < 5; round++) {
      const other = await createStaff(db.write);
      const outcomes = await Promise.all([
        deactivate(other, owner),
        deactivate(owner, other, { ...db, ...second }),
      ]);
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      const active = (await listStaff(db.read)).filter(
        ({ job, status }) => job === "owner" && status === "active",
      );
      expect(active).toHaveLength(1);
      owner = active[0]!.id;
    }
  } finally {
    await second.close();
  }
});

test("two owners who take each other's job at the same time: one stays an owner", async () => {
  const second = openDatabase(db.file);
  withoutSync(second);
  try {
    const other = await createStaff(db.write);
    const take = (on: typeof second, staffId: number, memberId: number) =>
      changeAccess(
        on.write,
        { staffId, memberId, job: "accounts", extraRights: [], shown: "owner:" },
        site,
        NOW,
      );
    const outcomes = await Promise.all([take(db, owner, other), take(second, other, owner)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await listStaff(db.read)).filter(({ job }) => job === "owner")).toHaveLength(1);
  } finally {
    await second.close();
  }
});

test("both who give up the job at the same time: one keeps it", async () => {
  const second = openDatabase(db.file);
  withoutSync(second);
  try {
    const other = await createStaff(db.write);
    const giveUp = (on: typeof second, id: number) =>
      changeAccess(
        on.write,
        { staffId: id, memberId: id, job: "manager", extraRights: [], shown: "owner:" },
        site,
        NOW,
      );
    const outcomes = await Promise.all([giveUp(db, owner), giveUp(second, other)]);
    expect(outcomes.map((one) => (one.ok ? "done" : one.reason)).sort()).toEqual(["done", "last_owner"]);
  } finally {
    await second.close();
  }
});
