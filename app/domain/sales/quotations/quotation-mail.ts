import { formatDate } from "~/domain/kit/dates";
import { formatRupees } from "~/domain/kit/money";
import type { ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";

type Site = MailFrame & { origin: string };

/** A quotation with its link, to its customer. @param given.path by which it is read and accepted */
export function quotationMail(
  site: Site,
  given: {
    firstName: string;
    number: string;
    total: number;
    validUntil: string;
    terms: string;
    path: string;
  },
) {
  const { firstName, number, total, validUntil, terms, path } = given;
  const until = formatDate(validUntil);
  // The shop's own opening line stands in place of 'Dear …,'.
  const begun = site.words?.quotation?.opening ? "Here" : `Dear ${firstName}, here`;
  return {
    subject: `${site.shopName}: quotation ${number}`,
    ...writeMail(site, "quotation", {
      home: site.origin,
      preheader: `Valid until ${until}.`,
      heading: "Your quotation",
      paragraphs: [
        `${begun} is the quotation that you asked for. It is attached as a PDF.`,
        "To order, open the link and accept it: you can write your own order reference there.",
      ],
      rows: [
        ["Number", number],
        ["Total", formatRupees(total)],
        ["Valid until", until],
        ["Payment", terms],
      ],
      action: { label: "See and accept it", url: `${site.origin}${path}` },
      footer: `You get this message because you asked ${site.shopName} for a quotation.`,
    }),
  };
}

/** An example of this mail. */
export const QUOTATION_EXAMPLES = {
  quotation: (site: Site, { now }: ExampleFacts) =>
    quotationMail(site, {
      firstName: "Meera",
      number: "QT/26-27/000012",
      total: 1_245_000,
      validUntil: now.toISOString().slice(0, 10),
      terms: "On account: to be paid 30 days after it is accepted.",
      path: "/quotation?token=example&quotation=12",
    }),
} as const satisfies Partial<Record<MailKind, unknown>>;
