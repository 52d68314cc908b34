import type { Db } from "~/db/database.server";
import { beside } from "~/db/writing/beside.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { hasEmail } from "~/domain/kit/no-email";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { transferDetails } from "~/domain/shop/settings/transfer";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { payeeRows } from "../transfers/transfers";
import { openInvoices } from "./on-account.server";
import { reminderMail } from "./reminder-mail";

/** Customers that are reminded at once, at most. */
export const MOST_REMINDED = 200;

/**
 * Staff remind customers of what is late: each gets one mail a day at most, with their late invoices and where the money goes.
 * @param request.accountIds at most MOST_REMINDED
 * @returns a sentence for staff: how many mails go out, and who gets none and why
 */
export async function remindLate(
  db: Db,
  { accountIds, staffId }: { accountIds: readonly number[]; staffId: number },
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const ids = [...new Set(accountIds)].slice(0, MOST_REMINDED);
  if (ids.length === 0) return { ok: false, message: "Choose who is to be reminded" };
  const today = indianDate(now);
  const [frame, settings] = await Promise.all([readMailFrame(db), readSettings(db)]);
  const site = { ...frame, origin: shopOrigin() };
  const details = transferDetails(settings);
  const rows = details ? payeeRows(details) : [];
  const done = { reminded: 0, again: 0, "no email": 0, "not late": 0 };
  for (const accountId of ids) {
    const outcome = await beside(db, async (trx): Promise<keyof typeof done> => {
      const customer = await trx
        .selectFrom("accounts")
        .select(["email", "first_name"])
        .where("id", "=", accountId)
        .executeTakeFirst();
      const late = (await openInvoices(trx, accountId)).filter(({ dueOn }) => dueOn < today);
      if (!customer || late.length === 0) return "not late";
      if (!hasEmail(customer.email)) return "no email";
      const mail = reminderMail(site, { firstName: customer.first_name, late, today, rows });
      const dedupeKey = `account-reminder:${accountId}:${today}`;
      if (!(await queueMail(trx, { ...mail, dedupeKey, to: customer.email, now }))) return "again";
      const after = {
        Late: formatRupees(late.reduce((sum, { open }) => sum + open, 0)),
        For: late.map(({ orderId }) => `#${orderId}`),
      };
      const action = "reminded of what is late";
      await recordAudit(trx, { staffId, subject: "customer", subjectId: accountId, action, after }, now);
      return "reminded";
    });
    done[outcome] += 1;
  }
  wake("mail");
  return { ok: done.reminded > 0, message: inWords(done) };
}

const people = (count: number) => (count === 1 ? "1 customer" : `${count} customers`);

function inWords(done: { reminded: number; again: number; "no email": number; "not late": number }): string {
  const left = [
    done.again > 0 && `${people(done.again)} had a reminder today`,
    done["no email"] > 0 && `${people(done["no email"])} without an email address`,
    done["not late"] > 0 && `${people(done["not late"])} with nothing late`,
  ].filter(Boolean);
  const sent = `${people(done.reminded)} ${done.reminded === 1 ? "is" : "are"} reminded by mail`;
  return [sent, ...left].join("; ");
}
