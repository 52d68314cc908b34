import type { Db } from "~/db/database.server";
import { beside } from "~/db/writing/beside.server";
import { countAudit, recordAudit } from "~/domain/kit/audit/audit.server";
import { indianDate, indianDayStart } from "~/domain/kit/dates";
import { readMailFrame } from "~/domain/shop/mail-words/mail-frame.server";
import { isQueued, queueMail } from "~/platform/mail/mail.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import { customerTerms } from "../trade/customer-terms.server";
import { quotationAttachment } from "./quotation-file.server";
import { quotationPath } from "./quotation-link.server";
import { quotationMail } from "./quotation-mail";
import { termsOf } from "./quotations";
import { lockedQuotation } from "./quotations.server";

/** Of one quotation in a day. */
const MOST_A_DAY = 3;

/**
 * Staff mail an open quotation to its customer, with its link and its PDF: three times a day at most.
 * @param request.key however often the form is posted, it is mailed once
 * @returns null: there is no such quotation
 */
export async function mailQuotation(
  db: Db,
  { id, staffId, key }: { id: number; staffId: number; key: string },
  now = new Date(),
): Promise<{ ok: boolean; message: string } | null> {
  const frame = await readMailFrame(db);
  const outcome = await beside(db, async (trx) => {
    // However many mail it at once, the mails are counted one after the other.
    const quotation = await lockedQuotation(trx, id, now);
    if (!quotation) return null;
    const { number, total, validUntil, customer, email, state, wanted } = quotation;
    if (state !== "open" || wanted === null)
      return { ok: false, message: `Quotation ${number} is not open any more` };
    if (email === "") return { ok: false, message: "No email address of the customer is known" };
    const terms = await customerTerms(trx, customer.id);
    const mail = quotationMail(
      { ...frame, origin: shopOrigin() },
      {
        firstName: customer.name.split(" ")[0] ?? "",
        number,
        total,
        validUntil,
        terms: termsOf(wanted.payment, terms?.creditDays ?? 0),
        path: quotationPath(id),
      },
    );
    const dedupeKey = `quotation:${id}:${key}`;
    const sent = { ok: true, message: `Quotation ${number} goes to ${email}` };
    if (await isQueued(trx, dedupeKey)) return sent;
    const mailed = { subject: "quotation", subjectId: id, action: "mailed" } as const;
    if ((await countAudit(trx, mailed, indianDayStart(indianDate(now)))) >= MOST_A_DAY)
      return {
        ok: false,
        message: `Quotation ${number} was mailed ${MOST_A_DAY} times today: send its link otherwise`,
      };
    const attachments = [quotationAttachment(id)];
    await queueMail(trx, { ...mail, dedupeKey, to: email, attachments, now });
    await recordAudit(trx, { ...mailed, staffId, after: {} }, now);
    return sent;
  });
  if (outcome?.ok) wake("mail");
  return outcome;
}
