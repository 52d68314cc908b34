import type { Db } from "~/db/database.server";
import { beside } from "~/db/writing/beside.server";
import { countAudit, recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { lockCustomer } from "~/domain/kit/locks.server";
import { hasEmail } from "~/domain/kit/no-email";
import { payeeRows } from "~/domain/sales/transfers/transfers";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { transferDetails } from "~/domain/shop/settings/transfer";
import { queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { type Period, periodInWords, periodParams } from "../period";
import { readAccountStatement } from "./statement.server";
import { statementMail } from "./statement-mail";
import { statementAttachment } from "./statement-pdf.server";

/** To one customer in a day. */
const MOST_A_DAY = 3;

/**
 * Staff mail a customer their statement of a period, with the PDF: the same one once a day, and three in a day at most.
 * @returns a sentence for staff
 */
export async function mailStatement(
  db: Db,
  { accountId, period, staffId }: { accountId: number; period: Period; staffId: number },
  now = new Date(),
): Promise<{ ok: boolean; message: string }> {
  const today = indianDate(now);
  const name = periodInWords(period);
  const [frame, settings] = await Promise.all([readMailFrame(db), readSettings(db)]);
  const details = transferDetails(settings);
  const mailed = { subject: "customer", subjectId: accountId, action: "mailed a statement to" } as const;
  const outcome = await beside(db, async (trx) => {
    // However many ask at once, the mails are counted one after the other.
    await lockCustomer(trx, accountId);
    const [customer, { statement, credit, invoices }, sent] = await Promise.all([
      trx
        .selectFrom("accounts")
        .select(["email", "first_name"])
        .where("id", "=", accountId)
        .executeTakeFirst(),
      readAccountStatement(trx, accountId, period, now),
      countAudit(trx, mailed, indianDayStart(today)),
    ]);
    const refused = (message: string) => ({ ok: false, message });
    if (!customer || !hasEmail(customer.email)) return refused("The customer has no email address");
    if (sent >= MOST_A_DAY) return refused(`${MOST_A_DAY} statements were mailed to the customer today`);
    const late = invoices.filter(({ dueOn }) => dueOn < today).reduce((sum, { open }) => sum + open, 0);
    const mail = statementMail(
      { ...frame, origin: shopOrigin() },
      {
        firstName: customer.first_name,
        period,
        closing: statement.closing,
        open: credit.open,
        late,
        rows: details ? payeeRows(details) : [],
      },
    );
    const isNew = await queueMail(trx, {
      ...mail,
      dedupeKey: `account-statement:${accountId}:${today}:${periodParams(period)}`,
      to: customer.email,
      attachments: [statementAttachment(accountId, period)],
      now,
    });
    if (!isNew) return refused(`The statement of ${name} was mailed today`);
    await recordAudit(trx, { ...mailed, staffId, after: { Days: name } }, now);
    return { ok: true, message: `The statement of ${name} is on its way by mail` };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}
