import { formatDate } from "~/domain/kit/dates";
import { EXAMPLE_TOKEN, type ExampleFacts } from "~/domain/shop/mail-words/example-facts";
import { type MailFrame, writeMail } from "~/domain/shop/mail-words/mail-frame";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import { complaintNumber, complaintPath, settleBy } from "./complaints";

type Site = MailFrame & { origin: string };

/** To who complained. Without a word of what was written: anybody can type any address into the form. */
export function complaintReceivedMail(
  site: Site,
  { id, sentAt, token }: { id: number; sentAt: string; token: string },
) {
  const number = complaintNumber(id);
  const until = formatDate(settleBy(sentAt));
  return {
    subject: `Your complaint ${number} has arrived`,
    ...writeMail(site, "complaint-received", {
      home: site.origin,
      preheader: `We settle it by ${until}.`,
      heading: "Your complaint has arrived",
      paragraphs: [`Its number is ${number}. We look into it and write to you. It is settled by ${until}.`],
      rows: [
        ["Number", number],
        ["Received", formatDate(sentAt)],
        ["To be settled by", until],
      ],
      action: { label: "See how far it is", url: site.origin + complaintPath(token) },
      footer: "You get this message because somebody, probably you, complained to us with this address.",
    }),
  };
}

/** An example of this mail. */
export const COMPLAINT_EXAMPLES = {
  "complaint-received": (site: Site, { now }: ExampleFacts) =>
    complaintReceivedMail(site, { id: 12, sentAt: now.toISOString(), token: EXAMPLE_TOKEN }),
} as const satisfies Partial<Record<MailKind, unknown>>;
