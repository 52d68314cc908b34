import { type MailFrame, writeStaffMail } from "~/domain/shop/mail-words/mail-frame";
import { shortText } from "~/domain/kit/short-text";
import type { ContactFields } from "./contact.schema";

const PREHEADER_LENGTH = 90;

type MessageFields = Omit<ContactFields, "complaint"> & { complaint?: boolean };

/** What mails say about a visitor's message. */
export function messageContent({ name, email, orderNumber, message, complaint = false }: MessageFields) {
  const word = complaint ? "Complaint" : "Message";
  const rows: [string, string][] = [
    ["Name", name],
    ["Email", email],
  ];
  if (orderNumber) rows.push(["Order", orderNumber]);
  return {
    subject: `${word} from ${name}${orderNumber ? `, order ${orderNumber}` : ""}`,
    preheader: shortText(`${name}: ${message}`, PREHEADER_LENGTH),
    heading: complaint ? "A complaint from your contact form" : "A message from your contact form",
    paragraphs: message.split(/\n+/).filter((line) => line.trim() !== ""),
    rows,
    action: { label: "Open the messages", path: "/admin/pages/messages" },
  };
}

/** To the shop's address: a visitor's message. A reply goes to the visitor. @param site with its public origin */
export function contactMessageMail(
  { origin, ...frame }: MailFrame & { origin: string },
  fields: MessageFields,
) {
  const { subject, action, ...content } = messageContent(fields);
  return {
    subject,
    headers: { "Reply-To": fields.email },
    ...writeStaffMail(frame, {
      ...content,
      home: origin,
      action: { label: action.label, url: origin + action.path },
      footer: "Sent with the contact form of your shop. Your reply goes to the sender's address.",
    }),
  };
}
