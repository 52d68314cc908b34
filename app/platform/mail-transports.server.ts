import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import nodemailer from "nodemailer";
import { config } from "~/config.server";
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

/** SMTP when it is configured, else files in the outbox. */
export function shopMailTransport(): MailTransport {
  return config.SMTP_URL
    ? smtpTransport(config.SMTP_URL, config.mailFrom)
    : fileTransport(config.outboxDir, config.mailFrom);
}

/** @param url smtp://user:password@host:port or smtps://… @param from e.g. 'Kitab <shop@books.example>' */
export function smtpTransport(url: string, from: string): MailTransport {
  const transporter = nodemailer.createTransport({ url, ...TIME_LIMITS });
  return {
    async send(mail) {
      try {
        await transporter.sendMail(compose(mail, from));
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
export function fileTransport(folder: string, from: string): MailTransport {
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(compose(mail, from));
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

function compose(mail: OutgoingMail, from: string) {
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
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function domainOf(from: string): string {
  return from.match(/@([\w.-]+)/)?.[1] ?? "kitab.example";
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
