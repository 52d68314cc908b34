import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { allMails } from "~/test/mails";
import { minutesAfter } from "~/test/time";
import { renderMail } from "./mail-layout";
import { queueMail, sendQueuedMails } from "./mail.server";
import {
  fileTransport,
  MailPostponedError,
  MailRefusedError,
  type MailTransport,
  type OutgoingMail,
} from "./mail-transports.server";

const db = await createTestDatabase();
const START = new Date("2026-11-21T10:00:00.000Z");
const later = minutesAfter(START);

const mail = (key: string, changes: Partial<Parameters<typeof queueMail>[1]> = {}) => ({
  dedupeKey: key,
  to: "asha@example.com",
  subject: "Your order",
  text: "Thank you. http://localhost/orders/1",
  html: "<p>Thank you.</p>",
  now: START,
  ...changes,
});
const rows = () => allMails(db.read);

/** A transport that collects the messages, or fails with `failWith`. */
function keepingTransport() {
  const sent: OutgoingMail[] = [];
  const transport: MailTransport & { sent: OutgoingMail[]; failWith: Error | null; tries: number } = {
    sent,
    failWith: null,
    tries: 0,
    async send(message) {
      transport.tries += 1;
      if (transport.failWith) throw transport.failWith;
      sent.push(message);
    },
  };
  return transport;
}

const outbox = mkdtempSync(path.join(tmpdir(), "kitab-outbox-"));
afterAll(() => rmSync(outbox, { recursive: true, force: true }));
beforeEach(async () => {
  await db.write.deleteFrom("outgoing_mails").execute();
});

describe("the queue", () => {
  test("a message that another process has sent meanwhile stays sent, though the first hears of a failure", async () => {
    await queueMail(db.write, mail("slow"));
    let fail: ((reason: Error) => void) | undefined;
    const slow: MailTransport = { send: () => new Promise((_, reject) => (fail = reject)) };
    const first = sendQueuedMails(db.write, slow, START);
    await expect.poll(async () => (await rows())[0]!.attempts).toBe(1);
    expect(await sendQueuedMails(db.write, keepingTransport(), later(2))).toBe(1);
    fail!(new MailPostponedError("mailbox full"));
    await first;
    expect(await rows()).toMatchObject([{ status: "sent", attempts: 2, last_error: null }]);
  });

  test("a message that another process is sending is not given up, though the first hears that it is refused", async () => {
    await queueMail(db.write, mail("refused once"));
    let refuse: ((reason: Error) => void) | undefined;
    const first = sendQueuedMails(
      db.write,
      { send: () => new Promise((_, reject) => (refuse = reject)) },
      START,
    );
    await expect.poll(async () => (await rows())[0]!.attempts).toBe(1);
    let accept = () => {};
    const other = sendQueuedMails(
      db.write,
      { send: () => new Promise((resolve) => (accept = resolve)) },
      later(2),
    );
    await expect.poll(async () => (await rows())[0]!.attempts).toBe(2);
    refuse!(new MailRefusedError("no such mailbox"));
    await first;
    expect(await rows()).toMatchObject([{ status: "queued" }]);
    accept();
    await other;
    expect(await rows()).toMatchObject([{ status: "sent" }]);
  });

  test("queues a key only once", async () => {
    expect(await queueMail(db.write, mail("order-confirmation:1"))).toBe(true);
    expect(await queueMail(db.write, mail("order-confirmation:1", { subject: "Another" }))).toBe(false);
    expect((await rows()).map((row) => row.subject)).toEqual(["Your order"]);
  });

  test("a rolled-back transaction leaves no mail", async () => {
    const rolledBack = db.write.transaction().execute(async (trx) => {
      await queueMail(trx, mail("lost"));
      throw new Error("no");
    });
    await expect(rolledBack).rejects.toThrow("no");
    expect(await rows()).toEqual([]);
  });

  test("sends due messages once, in order, and removes tokens from sent ones", async () => {
    await queueMail(db.write, mail("a", { text: "Open http://shop/resetpassword?token=abc-_9 now" }));
    await queueMail(db.write, mail("b", { now: later(5) }));
    const transport = keepingTransport();
    expect(await sendQueuedMails(db.write, transport, START)).toBe(1);
    expect(await sendQueuedMails(db.write, transport, later(5))).toBe(1);
    expect(await sendQueuedMails(db.write, transport, later(500))).toBe(0);
    expect(transport.sent.map((message) => message.text)).toEqual([
      "Open http://shop/resetpassword?token=abc-_9 now",
      "Thank you. http://localhost/orders/1",
    ]);
    expect((await rows())[0]).toMatchObject({
      status: "sent",
      sent_at: START.toISOString(),
      text_body: "Open http://shop/resetpassword?token=… now",
    });
  });

  test("removes the code to log in with from a sent message, and nothing else", async () => {
    const content = {
      shopName: "Kitab",
      heading: "Your code",
      paragraphs: ["Order 560025"],
      contact: ["560025"],
    };
    const { text, html } = renderMail({ ...content, code: "492039" });
    expect([text.includes("Code: 492039"), html.includes("492039")]).toEqual([true, true]);
    await queueMail(db.write, mail("a", { text, html }));
    const transport = keepingTransport();
    await sendQueuedMails(db.write, transport, START);
    expect(transport.sent[0]!.text).toBe(text);
    const [stored] = await rows();
    expect(stored!.text_body).toBe(text.replace("492039", "…"));
    expect(stored!.html_body).toBe(html.replace("492039", "…"));
  });

  test("retries after 1, 2, 4 … minutes, at most 6 hours, and gives up after three days", async () => {
    await queueMail(db.write, mail("a"));
    const transport = keepingTransport();
    transport.failWith = new Error("connection\r\nrefused");
    const waits: number[] = [];
    let now = START;
    for (let round = 0; round < 100; round++) {
      expect(await sendQueuedMails(db.write, transport, now)).toBe(0);
      const row = (await rows())[0]!;
      expect(row.last_error).toBe("connection refused");
      if (row.status === "failed") break;
      const next = new Date(row.next_try_at);
      expect(await sendQueuedMails(db.write, transport, new Date(next.getTime() - 1))).toBe(0);
      waits.push((next.getTime() - now.getTime()) / 60_000);
      now = next;
    }
    expect(waits.slice(0, 10)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 360]);
    const total = waits.reduce((sum, minutes) => sum + minutes, 0);
    expect(total).toBeLessThanOrEqual(72 * 60);
    expect(total).toBeGreaterThan(65 * 60);
    expect(await sendQueuedMails(db.write, transport, later(100_000))).toBe(0);
  });

  test("tries an unreachable server once per round, and sends all when it is back", async () => {
    for (const key of ["a", "b", "c"]) await queueMail(db.write, mail(key));
    const transport = keepingTransport();
    transport.failWith = new Error("away");
    // 0 sent: the worker does not run again at once.
    expect(await sendQueuedMails(db.write, transport, START)).toBe(0);
    expect(transport.tries).toBe(1);
    transport.failWith = null;
    expect(await sendQueuedMails(db.write, transport, START)).toBe(2);
    expect(await sendQueuedMails(db.write, transport, later(1))).toBe(1);
    expect((await rows()).map((row) => row.status)).toEqual(["sent", "sent", "sent"]);
  });

  test("a message that must wait does not delay the others", async () => {
    for (const key of ["a", "b", "c"]) await queueMail(db.write, mail(key, { subject: key }));
    await db.write
      .updateTable("outgoing_mails")
      .set({ attachment: "invoice:1" })
      .where("subject", "=", "b")
      .execute();
    const transport = keepingTransport();
    const picky: MailTransport = {
      async send(message) {
        if (message.subject === "a") throw new MailPostponedError("mailbox full");
        await transport.send(message);
      },
    };
    // The second one's document cannot be made.
    expect(await sendQueuedMails(db.write, picky, START)).toBe(3);
    expect((await rows()).map((row) => [row.subject, row.status, row.last_error])).toEqual([
      ["a", "queued", "mailbox full"],
      ["b", "queued", "no function makes invoice:1"],
      ["c", "sent", null],
    ]);
  });

  test("records each try before sending, so that two processes do not send the same message", async () => {
    await queueMail(db.write, mail("a"));
    let begun = () => {};
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    let end = () => {};
    const slow: MailTransport = {
      send() {
        begun();
        return new Promise((resolve) => (end = resolve));
      },
    };
    const first = sendQueuedMails(db.write, slow, START);
    await isBegun;
    expect((await rows())[0]).toMatchObject({
      status: "queued",
      attempts: 1,
      next_try_at: later(1).toISOString(),
    });
    expect(await sendQueuedMails(db.write, keepingTransport(), START)).toBe(0);
    end();
    expect(await first).toBe(1);
    expect((await rows())[0]).toMatchObject({ status: "sent", attempts: 1 });
  });

  test("sends no further message once the shop is closing", async () => {
    for (const key of ["a", "b", "c"]) await queueMail(db.write, mail(key));
    const stopping = new AbortController();
    const transport = keepingTransport();
    const closing: MailTransport = {
      async send(message) {
        await transport.send(message);
        stopping.abort();
      },
    };
    expect(await sendQueuedMails(db.write, closing, START, undefined, stopping.signal)).toBe(1);
    expect((await rows()).map((row) => row.attempts)).toEqual([1, 0, 0]);
  });

  test("after a crash between sending and marking, there is one file and one Message-ID", async () => {
    await queueMail(db.write, mail("a"));
    const files = fileTransport(outbox, "Kitab <shop@kitab.example>");
    const ids: string[] = [];
    const crashing: MailTransport = {
      async send(message) {
        await files.send(message);
        ids.push(message.messageId);
        throw new Error("killed");
      },
    };
    await sendQueuedMails(db.write, crashing, START);
    await sendQueuedMails(
      db.write,
      { send: (message) => (ids.push(message.messageId), files.send(message)) },
      later(1),
    );
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(readdirSync(outbox)).toEqual([`${(await rows())[0]!.id}-your-order.eml`]);
  });
});

describe("a message with a document", () => {
  const pdf = { filename: "bill.pdf", contentType: "application/pdf", content: Buffer.from("%PDF-1.7 …") };

  test("is sent with it", async () => {
    await queueMail(db.write, mail("a", { attachments: ["invoice:17"] }));
    const asked: string[] = [];
    const folder = mkdtempSync(path.join(outbox, "document-"));
    await sendQueuedMails(db.write, fileTransport(folder, "shop@kitab.example"), START, async (name) => {
      asked.push(name);
      return pdf;
    });
    expect(asked).toEqual(["invoice:17"]);
    const { attachments, text } = await PostalMime.parse(
      readFileSync(path.join(folder, readdirSync(folder)[0]!)),
    );
    expect(text?.trim()).toBe("Thank you. http://localhost/orders/1");
    expect(attachments).toMatchObject([{ filename: "bill.pdf", mimeType: "application/pdf" }]);
    expect(Buffer.from(attachments[0]!.content as ArrayBuffer).equals(pdf.content)).toBe(true);
  });

  test("waits while it cannot be made, and is sent without it at the fifth try", async () => {
    await queueMail(db.write, mail("a", { attachments: ["invoice:17"] }));
    await queueMail(db.write, mail("b"));
    const transport = keepingTransport();
    const failing = () => Promise.reject(new Error("no worker"));
    let now = START;
    for (let attempts = 1; attempts < 5; attempts += 1) {
      await sendQueuedMails(db.write, transport, now, failing);
      const row = (await rows())[0]!;
      expect(row).toMatchObject({ status: "queued", attempts, last_error: "no worker" });
      now = new Date(row.next_try_at);
    }
    expect(transport.sent.map((message) => message.text)).toHaveLength(1);
    await sendQueuedMails(db.write, transport, now, failing);
    expect((await rows())[0]).toMatchObject({ status: "sent", attempts: 5 });
    expect(transport.sent[1]).toMatchObject({ subject: "Your order", attachments: [] });
    expect(now).toEqual(later(15));
  });

  test("is sent with it if it can be made before the fifth try", async () => {
    await queueMail(db.write, mail("a", { attachments: ["invoice:17"] }));
    const transport = keepingTransport();
    await sendQueuedMails(db.write, transport, START, () => Promise.reject(new Error("no worker")));
    await sendQueuedMails(db.write, transport, later(1), () => Promise.resolve(pdf));
    expect(transport.sent).toMatchObject([{ attachments: [pdf] }]);
  });
});

describe("a sent message", () => {
  const sendToFile = async (changes: Partial<Parameters<typeof queueMail>[1]>) => {
    const folder = mkdtempSync(path.join(outbox, "one-"));
    await queueMail(db.write, mail(folder, changes));
    await sendQueuedMails(db.write, fileTransport(folder, "Kitab <shop@kitab.example>"), START);
    const [name] = readdirSync(folder);
    return name ? { name, raw: readFileSync(path.join(folder, name), "utf8") } : null;
  };

  test("is well-formed", async () => {
    const file = await sendToFile({ subject: "आपका ऑर्डर – your order", text: "नमस्ते", html: "<p>नमस्ते</p>" });
    const parsed = await PostalMime.parse(file!.raw);
    expect(parsed).toMatchObject({
      subject: "आपका ऑर्डर – your order",
      from: { name: "Kitab", address: "shop@kitab.example" },
      to: [{ address: "asha@example.com" }],
      date: START.toISOString(),
      messageId: expect.stringMatching(/^<[0-9a-f]{32}@kitab\.example>$/),
    });
    expect(parsed.text?.trim()).toBe("नमस्ते");
    expect(parsed.html).toContain("<p>नमस्ते</p>");
  });

  test.each([
    "Hello\r\nBcc: victim@example.com",
    "Hello\nBcc: victim@example.com\n\nbody",
    "Hello\rX-Evil: 1",
    "Hello\u2028Bcc: victim@example.com",
    "Hello\u0085Bcc: victim@example.com",
    "Hello\0\r\n\r\n<script>",
  ])("has no headers added by the subject %j", async (subject) => {
    const parsed = await PostalMime.parse((await sendToFile({ subject }))!.raw);
    const names = parsed.headers.map((header) => header.key);
    expect(names).not.toContain("bcc");
    expect(names).not.toContain("x-evil");
    expect(parsed.subject).toMatch(/^Hello /);
    expect(parsed.text?.trim()).toBe("Thank you. http://localhost/orders/1");
  });

  test.each([
    "a@example.com, b@example.com",
    "a@example.com\r\nBcc: b@example.com",
    '"a@example.com" <b@example.com>',
    "a@example.com@b.example",
    "no-address",
    "a b@example.com",
  ])("is refused and not tried again with the invalid address %j", async (to) => {
    expect(await sendToFile({ to })).toBeNull();
    expect((await rows())[0]).toMatchObject({ status: "failed", attempts: 1 });
  });

  test("has a safe file name in the outbox", async () => {
    expect((await sendToFile({ subject: "../../etc/passwd" }))!.name).toMatch(/^\d+-etc-passwd\.eml$/);
    expect((await sendToFile({ subject: "नमस्ते" }))!.name).toMatch(/^\d+-mail\.eml$/);
  });
});
