import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import { type Period, periodInWords, periodOfMonth, periodParams } from "../period";

type Site = MailFrame & { origin: string };

/** A customer's page with their account. @param period left out: the current month */
export const ownStatementPath = (period?: Period): string =>
  `/account/statement${period ? `?${periodParams(period)}` : ""}`;

/**
 * 'Your statement of …', with the PDF attached.
 * @param given.closing what was owed after the period @param given.open what is open today, of which `late`; paise
 * @param given.rows where the money goes, line by line; none: the shop does not say
 */
export function statementMail(
  site: Site,
  given: {
    firstName: string;
    period: Period;
    closing: number;
    open: number;
    late: number;
    rows: [string, string][];
  },
) {
  const { firstName, period, closing, open, late, rows } = given;
  const name = periodInWords(period);
  // The shop's own opening line stands in place of 'Dear …,'.
  const begun = site.words?.["account-statement"]?.opening ? "This" : `Dear ${firstName}, this`;
  return {
    subject: `${site.shopName}: your statement of ${name}`,
    ...writeMail(site, "account-statement", {
      home: site.origin,
      preheader: open > 0 ? `${formatRupees(open)} is open.` : "Nothing is open.",
      heading: "Your statement of account",
      paragraphs: [
        `${begun} is your statement of ${name}. You also find it on your account's page, for any other days too.`,
      ],
      rows: [
        [`Owed after ${formatDate(period.to)}`, formatRupees(closing)],
        ["Open today", formatRupees(open)],
        ...(late > 0 ? ([["Of it late", formatRupees(late)]] satisfies [string, string][]) : []),
        ...(open > 0 ? rows : []),
      ],
      action: { label: "Your account", url: `${site.origin}${ownStatementPath(period)}` },
      footer: `You get this message because you buy on account at ${site.shopName}.`,
    }),
  };
}

/** An example of this mail. */
export const STATEMENT_EXAMPLES = {
  "account-statement": (site: Site, { now }: ExampleFacts) =>
    statementMail(site, {
      firstName: "Meera",
      period: periodOfMonth(now.toISOString().slice(0, 7))!,
      closing: 124_500,
      open: 124_500,
      late: 0,
      rows: [
        ["Account holder", site.shopName],
        ["UPI id", "books@upi"],
      ],
    }),
} as const satisfies Partial<Record<MailKind, unknown>>;
