import { beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createStaff } from "~/test/factories";
import { NEW_PASSWORD } from "~/test/factories-accounts";
import { allMails, mailedToken, mailsTo, onOneLine } from "~/test/mails";
import { authenticateAccount } from "../accounts/accounts.server";
import { acceptInvitation } from "./accept-invitation.server";
import {
  findInvitation,
  invite,
  listInvitations,
  resendInvitation,
  sweepInvitations,
  withdrawInvitation,
} from "./invitations.server";
import { ADDRESS_PROBLEMS, ADDRESS_TAKEN, INVITATION_NOT_FOUND, NO_OWNER_ANY_MORE } from "./staff";
import { findStaff } from "./staff.server";

const db = await createTestDatabase();
const site = { shopName: "Neem Press", origin: "https://books.example.in" };
const NOW = new Date("2026-11-21T10:00:00.000Z");
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const after = (ms: number) => new Date(NOW.getTime() + ms);
const EMAIL = "leela@example.in";
const PERSON = { email: EMAIL, firstName: "Leela", lastName: "Menon" };

let staffId: number;
/** The audit entries before the test. */
let before: number;
beforeEach(async () => {
  before = (await db.read.selectFrom("audit_entries").select("id").execute()).length;
  for (const table of ["outgoing_mails", "invitations", "accounts"] as const)
    await db.write.deleteFrom(table).execute();
  staffId = await createStaff(db.write);
});

const inviteLeela = (more: Partial<Parameters<typeof invite>[1]> = {}, now = NOW) =>
  invite(db.write, { staffId, ...PERSON, job: "orders", extraRights: ["refunds"], ...more }, site, now);
const linkOf = (email = EMAIL) => mailedToken(db.read, email);
const accept = (token: string, now = after(DAY), more = {}) =>
  acceptInvitation(
    db.write,
    { token, firstName: "Leela", lastName: "Menon", password: NEW_PASSWORD, ...more },
    now,
  );
const stateOf = async (token: string, now = NOW) =>
  (await findInvitation(db.read, token, now))?.state ?? null;

/** What was recorded about staff and invitations, oldest first. */
const recorded = async () => {
  const entries = await db.read
    .selectFrom("audit_entries")
    .select(["subject", "action", "account_id"])
    .orderBy("id")
    .execute();
  return entries.slice(before).map(({ subject, action, account_id }) => `${subject} ${action} ${account_id}`);
};
const lastRecorded = () =>
  db.read.selectFrom("audit_entries").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();

describe("inviting", () => {
  test("mails a link that works for three days; only its hash is stored", async () => {
    expect(await inviteLeela()).toEqual({ ok: true, message: `The invitation is on its way to ${EMAIL}` });
    const [mail, ...others] = await mailsTo(db.read, EMAIL);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Kamini Iyer invites you to work at Neem Press" });
    const text = onOneLine(mail!.text_body);
    expect(text).toContain("Job: Orders");
    expect(text).toContain("Also: cancel orders, refund payments and answer returns");
    const token = await linkOf();
    expect(mail!.text_body).toContain(`https://books.example.in/invitation?token=${token}\n`);
    expect(JSON.stringify(await db.read.selectFrom("invitations").selectAll().execute())).not.toContain(
      token,
    );

    expect(await findInvitation(db.read, token, NOW)).toEqual({
      state: "open",
      ...PERSON,
      job: "orders",
      extraRights: ["refunds"],
      invitedBy: "Kamini Iyer",
    });
    expect(await stateOf(token, after(3 * DAY - 1))).toBe("open");
    expect(await stateOf(token, after(3 * DAY))).toBe("expired");
    expect(JSON.parse((await lastRecorded()).after)).toEqual({
      Name: "Leela Menon",
      Email: EMAIL,
      Job: "Orders",
      "Extra rights": ["may cancel orders, refund payments and answer returns"],
    });
  });

  test("keeps only extra rights that the job does not have", async () => {
    await inviteLeela({ job: "manager", extraRights: ["refunds", "payments"] });
    expect(await listInvitations(db.read, NOW)).toMatchObject([
      { job: "manager", extraRights: ["payments"] },
    ]);
  });

  test("says at the address why it cannot be invited", async () => {
    await createAccount(db.write, { email: "customer@example.in" });
    await createStaff(db.write, { email: "colleague@example.in" });
    await createStaff(db.write, { email: "former@example.in", status: "inactive" });
    await inviteLeela();
    for (const [email, message] of [
      ["customer@example.in", ADDRESS_PROBLEMS.customer],
      ["colleague@example.in", ADDRESS_PROBLEMS.staff],
      ["former@example.in", ADDRESS_PROBLEMS.inactive],
      [EMAIL, ADDRESS_PROBLEMS.invited],
    ])
      expect(await inviteLeela({ email })).toEqual({ ok: false, field: "email", message });
    expect(await allMails(db.read)).toHaveLength(1);
    expect(await listInvitations(db.read, NOW)).toHaveLength(1);
  });

  test("is refused to somebody who is no active owner any more", async () => {
    const manager = await createStaff(db.write, { job: "manager" });
    const inactive = await createStaff(db.write, { status: "inactive" });
    for (const former of [manager, inactive])
      expect(await inviteLeela({ staffId: former })).toEqual({
        ok: false,
        field: null,
        message: NO_OWNER_ANY_MORE,
      });
    expect(await allMails(db.read)).toEqual([]);
  });
});

describe("an open invitation", () => {
  test("is sent again with a new link, at most once a minute", async () => {
    await inviteLeela();
    const first = await linkOf();
    const { id } = (await listInvitations(db.read, NOW))[0]!;
    const again = (now: Date) => resendInvitation(db.write, { invitationId: id, staffId }, site, now);
    expect(await again(after(MINUTE - 1))).toMatchObject({ ok: true });
    expect(await linkOf()).toBe(first);

    expect(await again(after(4 * DAY))).toMatchObject({ ok: true });
    const second = await linkOf();
    expect(await stateOf(first, after(4 * DAY))).toBeNull();
    expect(await stateOf(second, after(7 * DAY - 1))).toBe("open");
    expect(await listInvitations(db.read, after(4 * DAY))).toMatchObject([
      { name: "Leela Menon", isExpired: false, sentAt: after(4 * DAY).toISOString() },
    ]);
    expect(await recorded()).toEqual([`invitation sent ${staffId}`, `invitation sent again ${staffId}`]);
  });

  test("is withdrawn; a withdrawn or accepted one cannot be changed", async () => {
    await inviteLeela();
    const token = await linkOf();
    const { id } = (await listInvitations(db.read, NOW))[0]!;
    const given = { invitationId: id, staffId };
    expect(await withdrawInvitation(db.write, given, NOW)).toEqual({
      ok: true,
      message: `The invitation to ${EMAIL} is withdrawn`,
    });
    expect(await stateOf(token)).toBe("withdrawn");
    expect(await accept(token)).toEqual({ ok: false, reason: "link" });
    const refused = { ok: false, message: INVITATION_NOT_FOUND };
    expect(await withdrawInvitation(db.write, given, NOW)).toEqual(refused);
    expect(await resendInvitation(db.write, given, site, after(DAY))).toEqual(refused);
    expect(await listInvitations(db.read, NOW)).toEqual([]);
    expect(await recorded()).toEqual([`invitation sent ${staffId}`, `invitation withdrew ${staffId}`]);
    // The address is free again.
    expect(await inviteLeela()).toMatchObject({ ok: true });
  });

  test("is deleted 30 days after it expired", async () => {
    await inviteLeela();
    expect(await sweepInvitations(db.write, after(33 * DAY))).toBe(0);
    expect(await sweepInvitations(db.write, after(33 * DAY + 1))).toBe(1);
  });
});

describe("accepting", () => {
  test("makes the account once, with job and rights, and a confirmed address", async () => {
    await inviteLeela();
    const token = await linkOf();
    const [one, two] = await Promise.all([accept(token), accept(token, after(DAY), { firstName: "Lila" })]);
    expect([one, two].filter(({ ok }) => ok)).toHaveLength(1);
    expect([one, two].find(({ ok }) => !ok)).toEqual({ ok: false, reason: "link" });
    const done = (one.ok ? one : two) as Extract<typeof one, { ok: true }>;

    expect(await findStaff(db.read, done.accountId)).toMatchObject({
      email: EMAIL,
      job: "orders",
      extraRights: ["refunds"],
      status: "active",
    });
    expect(await authenticateAccount(db.read, { username: EMAIL, password: NEW_PASSWORD })).toMatchObject({
      ok: true,
      account: { role: "admin" },
    });
    const account = await db.read.selectFrom("accounts").selectAll().where("email", "=", EMAIL).execute();
    expect(account).toMatchObject([{ email_confirmed_at: after(DAY).toISOString() }]);
    expect(await stateOf(token)).toBe("used");
    expect(await listInvitations(db.read, NOW)).toEqual([]);
    expect(await recorded()).toEqual([`invitation sent ${staffId}`, `staff opened ${done.accountId}`]);
  });

  test("refuses an expired link, an unknown one and a common password", async () => {
    await inviteLeela();
    const token = await linkOf();
    expect(await accept(token, after(3 * DAY))).toEqual({ ok: false, reason: "link" });
    expect(await accept("no-such-token")).toEqual({ ok: false, reason: "link" });
    expect(await accept(token, after(DAY), { password: "Password@123" })).toMatchObject({
      reason: "password",
    });
    expect(await stateOf(token)).toBe("open");
  });

  test("refuses an address that a customer has registered meanwhile, and leaves their account alone", async () => {
    await inviteLeela();
    const token = await linkOf();
    const customer = await createAccount(db.write, { email: EMAIL });
    expect(await accept(token)).toEqual({ ok: false, reason: "taken", message: ADDRESS_TAKEN });
    expect(
      await db.read.selectFrom("accounts").select(["id", "role", "job"]).where("email", "=", EMAIL).execute(),
    ).toEqual([{ id: customer, role: "customer", job: null }]);
    expect(await stateOf(token)).toBe("open");
  });
});
