import { mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import { config } from "~/process/config.server";
import { oneLine } from "../one-line";
import { logger } from "../logger.server";

/** Loaded with the first message, since it takes three megabytes: of several processes one sends them. */
const nodemailer = async () => (await import("nodemailer")).default;

/** One message, ready to be sent. */
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
  attachments: readonly MailAttachment[];
}

export interface MailAttachment {
  filename: string;
  /** MIME type. */
  contentType: string;
  content: Uint8Array;
}

/**
 * Sends messages, one at a time. Rejects on failure: with `MailRefusedError` if trying again is useless, with
 * `MailPostponedError` if only this message failed; any other error means that nothing can be sent at present.
 */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>;
}

export class MailRefusedError extends Error {
  override name = "MailRefusedError";
}

export class MailPostponedError extends Error {
  override name = "MailPostponedError";
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const SMTP = {
  // One connection while there are messages to send: with TLS and a login, opening one takes longer than sending a
  // message. Closed soon after, before the server closes it.
  pool: true,
  maxConnections: 1,
  idleTimeout: 5 * SECOND,
  // Retries over a new connection if the server closed the old one before it got any part of a message.
  maxRequeues: 1,
  connectionTimeout: 10 * SECOND,
  greetingTimeout: 10 * SECOND,
  dnsTimeout: 10 * SECOND,
  // A server may check a message for minutes before it answers (RFC 5321, 4.5.3.2.6). If we closed the connection
  // meanwhile, the message would be sent twice.
  socketTimeout: 5 * MINUTE,
} as const;
const INTO_MEMORY = { streamTransport: true, buffer: true, newline: "windows" } as const;
/** For a server that sends a byte now and then, which never reaches the socket's timeout. */
const LONGEST_SENDING = 15 * MINUTE;

/** E.g. 'Kitab <shop@books.example>', or name and address separately. */
type Sender = string | { name: string; address: string };
/** A sender, or a function that is called for each message. */
type SenderNow = Sender | (() => Promise<Sender>);

const senderNow = (from: SenderNow): Promise<Sender> | Sender => (typeof from === "function" ? from() : from);

/**
 * SMTP if it is configured, else files in the outbox.
 * @param shopName used as the sender's name, unless the configured address includes a name
 */
export function shopMailTransport(shopName: () => Promise<string>): MailTransport {
  const { mailFrom } = config;
  const from = async () =>
    mailFrom.includes("<") ? mailFrom : { name: oneLine(await shopName()), address: mailFrom };
  return config.SMTP_URL ? smtpTransport(config.SMTP_URL, from) : fileTransport(config.outboxDir, from);
}

/**
 * @param url smtp://user:password@host:port (TLS where the server offers it; with ?requireTLS=true, or not at all) or
 * smtps://… (TLS from the start) @param from e.g. 'Kitab <shop@books.example>'
 */
export function smtpTransport(url: string, from: SenderNow): MailTransport {
  const open = async () => (await nodemailer()).createTransport({ url, ...SMTP });
  let transporter: Awaited<ReturnType<typeof open>> | undefined;
  return {
    async send(mail) {
      transporter ??= await open();
      const signal = AbortSignal.timeout(LONGEST_SENDING);
      try {
        await transporter.sendMail({ ...compose(mail, await senderNow(from)), signal });
      } catch (error) {
        throw explained(error);
      }
    },
  };
}

/** Converts an error for the queue: nodemailer reports the command at which the server refused, and its answer. */
function explained(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const { code, command, responseCode, response } = error as SmtpError;
  // Other errors concern the connection; so does 421, with which a server closes it at any command.
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return error;
  // A sender that is refused for this message is refused for all.
  if (code === "EENVELOPE" && command === "MAIL FROM") return error;
  const isRecipient = command === "RCPT TO" && responseCode !== undefined && responseCode >= 500;
  const known = isRecipient && !isAboutTheShop(responseCode, response);
  return new (known ? MailRefusedError : MailPostponedError)(error.message, { cause: error });
}

interface SmtpError {
  code: unknown;
  command?: string;
  responseCode?: number;
  response?: string;
}

/** Servers often report only at RCPT TO that we may not send at all (RFC 3463: x.7.x is policy). */
const isAboutTheShop = (responseCode: number, response = "") =>
  [503, 530, 535, 538].includes(responseCode) || /^\d{3}[ -]5\.7\./.test(response);

/**
 * Writes each message to `<folder>/<id>-<subject>.eml` and logs the first link in it. The file appears complete or not
 * at all, and has the same name when it is written again.
 */
export function fileTransport(folder: string, from: SenderNow): MailTransport {
  return {
    async send(mail) {
      const composer = (await nodemailer()).createTransport(INTO_MEMORY);
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
  // Only one plain address: anything that a mail program could read as a list or a name is refused.
  if (!/^[^\s,;:<>()"\\@]+@[^\s,;:<>()"\\@]+$/.test(mail.to)) {
    throw new MailRefusedError("The recipient is not a single email address");
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
    attachments: mail.attachments.map((one) => ({ ...one, content: Buffer.from(one.content) })),
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
