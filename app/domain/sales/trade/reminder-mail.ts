import type { ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import { daysLate, lateWords, type OpenInvoice } from "./on-account";

type Site = MailFrame & { origin: string };
export type LateInvoice = Pick<OpenInvoice, "orderId" | "invoiceNo" | "reference" | "dueOn" | "open">;

/** In one mail; the sum is of all. */
const SHOWN = 20;

/**
 * 'What is still to be paid', to a customer who is late.
 * @param given.late the invoices, the oldest first @param given.today the date in India
 * @param given.rows where the money goes, line by line; none: the shop does not say
 */
export function reminderMail(
  site: Site,
  given: { firstName: string; late: readonly LateInvoice[]; today: string; rows: [string, string][] },
) {
  const { firstName, late, today, rows } = given;
  const sum = formatRupees(late.reduce((total, { open }) => total + open, 0));
  const [invoices, them] =
    late.length === 1 ? ["an invoice that was due", "it"] : [`${late.length} invoices that were due`, "them"];
  const more = late.length > SHOWN ? [`The oldest ${SHOWN} stand below.`] : [];
  // The shop's own opening line stands in place of 'Dear …,'.
  const begun = site.words?.["account-reminder"]?.opening ? "We" : `Dear ${firstName}, we`;
  return {
    subject: `${site.shopName}: ${sum} is still to be paid`,
    ...writeMail(site, "account-reminder", {
      home: site.origin,
      preheader: `For ${invoices}.`,
      heading: "What is still to be paid",
      paragraphs: [
        `${begun} have not received ${sum} for ${invoices}. Please pay ${them} now, and mention the number of the invoice.`,
        ...more,
        "If you have paid in the last days, you need do nothing more.",
      ],
      rows: [
        ...late
          .slice(0, SHOWN)
          .map(({ orderId, invoiceNo, reference, dueOn, open }): [string, string] => [
            `${invoiceNo || `Order #${orderId}`}${reference ? `, ${reference}` : ""}`,
            `${formatRupees(open)}, due on ${formatDate(dueOn)}, ${lateWords(daysLate(dueOn, today))}`,
          ]),
        ...rows,
      ],
      action: { label: "Your account", url: `${site.origin}/account/statement` },
      footer: `You get this message because you buy on account at ${site.shopName}.`,
    }),
  };
}

/** An example of this mail. */
export const TRADE_EXAMPLES = {
  "account-reminder": (site: Site, { now }: ExampleFacts) =>
    reminderMail(site, {
      firstName: "Meera",
      today: now.toISOString().slice(0, 10),
      late: [{ orderId: 1024, invoiceNo: "KB/26-27/000031", reference: "PO 118", dueOn: dayBefore(now, 12), open: 124_500 }], // oxfmt-ignore
      rows: [
        ["Account holder", site.shopName],
        ["UPI id", "books@upi"],
      ],
    }),
} as const satisfies Partial<Record<MailKind, unknown>>;

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
