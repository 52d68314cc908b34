import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import nodemailer from "nodemailer";
import { config } from "~/config.server";
import { oneLine } from "./one-line";
import { logger } from "./logger.server";

/** One message, ready to go. */
export interface OutgoingMail {
  id: number;
  /** The same for every try of one message: the left part of its Message-ID. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: Date;
  /** Further headers by name. */
  headers: Record<string, string>;
  attachment?: MailAttachment;
}

export interface MailAttachment {
  filename: string;
  /** MIME type. */
  contentType: string;
  content: Uint8Array;
}

/** Hands messages over. Rejects when it could not; with MailRefusedError when trying again is of no use. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
}

export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

// nodemailer's own limits are minutes; the queue tries again anyway.
const TIME_LIMITS = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
  dnsTimeout: 10_000,
};

/** As mail programs write it, e.g. 'Kitab <shop@books.example>', or in its parts. */
type Sender = string | { name: string; address: string };
/** Asked anew for each message. */
type SenderNow = Sender | (() => Promise<Sender>);

const senderNow = (from: SenderNow): Promise<Sender> | Sender => (typeof from === "function" ? from() : from);

/**
 * SMTP when it is configured, else files in the outbox.
 * @param shopName stands before the sender's address, unless the configuration gives one with a name of its own
 */
export function shopMailTransport(shopName: () => Promise<string>): MailTransport {
  const { mailFrom } = config;
  const from = async () =>
    mailFrom.includes("<") ? mailFrom : { name: oneLine(await shopName()), address: mailFrom };
  return config.SMTP_URL ? smtpTransport(config.SMTP_URL, from) : fileTransport(config.outboxDir, from);
}

/** @param url smtp://user:password@host:port or smtps://… @param from e.g. 'Kitab <shop@books.example>' */
export function smtpTransport(url: string, from: SenderNow): MailTransport {
  const transporter = nodemailer.createTransport({ url, ...TIME_LIMITS });
  return {
    async send(mail) {
      try {
        await transporter.sendMail(compose(mail, await senderNow(from)));
      } catch (error) {
        const isAboutThisMail = error instanceof Error && "command" in error && error.command === "RCPT TO";
        if (isAboutThisMail && "permanent" in error && error.permanent === true) {
          throw new MailRefusedError(error.message, { cause: error });
        }
        throw error;
      }
    },
  };
}

/**
 * Writes each message to `<folder>/<id>-<subject>.eml` and logs the first link in it. The file appears whole or
 * not at all, and under the same name when it is written again.
 */
export function fileTransport(folder: string, from: SenderNow): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(compose(mail, await senderNow(from)));
      const name = `${mail.id}-${slug(mail.subject)}.eml`;
      await mkdir(folder, { recursive: true });
      const waiting = path.join(folder, `.${name}.tmp`);
      const file = await open(waiting, "w", 0o600);
      try {
        await file.writeFile(message as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(waiting, path.join(folder, name));
      logger.info(
        { file: name, to: mail.to, link: mail.text.match(/https?:\/\/\S+/)?.[0] },
        "mail written to the outbox",
      );
    },
  };
}

function compose(mail: OutgoingMail, from: Sender) {
  // One bare address: what a mail program would read as a list or a name is refused, not interpreted.
  if (!/^[^\s,;:<>()"\\@]+@[^\s,;:<>()"\\@]+$/.test(mail.to)) {
    throw new MailRefusedError("The recipient is not a single e-mail address");
  }
  return {
    from,
    to: { name: "", address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    date: mail.date,
    messageId: `<${mail.messageId}@${domainOf(from)}>`,
    headers: {
      "Auto-Submitted": "auto-generated",
      ...Object.fromEntries(Object.entries(mail.headers).map(([name, value]) => [name, oneLine(value)])),
    },
    attachments: mail.attachment && [{ ...mail.attachment, content: Buffer.from(mail.attachment.content) }],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: Sender): string {
  return (typeof from === "string" ? from : from.address).match(/@([\w.-]+)/)?.[1] ?? "kitab.example";
}

function slug(subject: string): string {
  const words = subject
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-+|-+$/g, "");
  return words || "mail";
}
