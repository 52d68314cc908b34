import path from "node:path";
import { config, ROOT } from "../config.server";
import type { ShopDatabase } from "~/db/database.server";
import { isUpToDate } from "~/db/migrating/migrate.server";
import { isUnfinishedMove, UNFINISHED_MOVE } from "~/db/copying/unfinished-move.server";
import { forgotPasswordSchema } from "~/domain/people/accounts/accounts.schema";
import { formatDateTime } from "~/domain/kit/dates";
import { resetFactors } from "~/domain/people/factors/factor-changes.server";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { JOBS, RIGHTS } from "~/domain/kit/rights/rights";
import { ON_THE_SERVER, rescueOwner } from "~/domain/people/staff/owner-rescue.server";
import { STAFF_STATUS_LABELS, type StaffMember } from "~/domain/people/staff/staff";
import { listStaff } from "~/domain/people/staff/staff.server";

export type StaffCommand = { list: true } | { addOwner: string; resetFactor: boolean };

export type StaffCommandOutcome = { ok: true; lines: string[] } | { ok: false; message: string };

const OTHER_VERSION =
  "The shop's database is of another version than this program: start the shop once with this version, then try again.";

/** Why a command refuses to work with this database, as a sentence; null: it is the whole shop of this version. */
export async function whyNotReady(shop: ShopDatabase): Promise<string | null> {
  if (await isUnfinishedMove(shop.read)) return `Nothing was done: ${UNFINISHED_MOVE}.`;
  return (await isUpToDate(shop, path.join(ROOT, "migrations"))) ? null : OTHER_VERSION;
}

/**
 * For `npm run staff`: lists staff, or makes an account an owner and a link to choose its password. Works beside a
 * running shop: it only reads, or writes in short transactions.
 */
export async function staffCommand(shop: ShopDatabase, given: StaffCommand): Promise<StaffCommandOutcome> {
  const message = await whyNotReady(shop);
  if (message) return { ok: false, message };
  if ("list" in given) return { ok: true, lines: staffInWords(await listStaff(shop.read)) };
  const email = forgotPasswordSchema.safeParse({ email: given.addOwner });
  if (!email.success) return { ok: false, message: `${given.addOwner} is not an email address.` };
  return addOwner(shop, email.data.email, given.resetFactor);
}

async function addOwner(
  { read, write }: ShopDatabase,
  email: string,
  resetFactor: boolean,
): Promise<StaffCommandOutcome> {
  const outcome = await rescueOwner(write, email);
  if (!outcome.ok) return outcome;
  const { accountId, token, isNew } = outcome;
  const origin = config.baseUrl ?? `http://localhost:${config.PORT}`;
  if (resetFactor) {
    const site = { ...(await readMailFrame(read)), origin };
    await resetFactors(write, { accountId, staffId: null, actor: ON_THE_SERVER }, site);
  }
  return {
    ok: true,
    lines: [
      `${email} is an active owner of this shop${isNew ? ", with a new account" : ""}.`,
      ...(resetFactor
        ? ["The second step of the login is removed: the password alone opens the account."]
        : []),
      "Choose a password with this link. It works once, within one hour:",
      "",
      `  ${origin}/resetpassword?token=${token}`,
      ...(config.baseUrl ? [] : ["", `BASE_URL is not set: put the shop's address in place of ${origin}.`]),
    ],
  };
}

function staffInWords(staff: StaffMember[]): string[] {
  if (staff.length === 0) return ["Nobody works here yet."];
  return staff.flatMap((member) => [
    `${member.email}  ${member.name}`,
    `  ${JOBS[member.job].label}, ${STAFF_STATUS_LABELS[member.status].toLowerCase()}, second step ${member.hasSecondFactor ? "on" : "off"}, ${
      member.lastSignInAt ? `last login ${formatDateTime(member.lastSignInAt)}` : "no login recorded"
    }`,
    ...member.extraRights.map((right) => `  may also ${RIGHTS[right]}`),
  ]);
}
