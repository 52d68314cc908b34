import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { LOOPBACK_HOST } from "~/test/servers/loopback";
import { smtpError, startSmtpServer, type TestSmtpServer } from "~/test/servers/smtp";
import { allMails } from "~/test/mails";
import { queueMail, sendQueuedMails } from "./mail.server";
import { type MailTransport, smtpTransport } from "./mail-transports.server";

const START = new Date("2026-11-21T10:00:00.000Z");
const MINUTE = 60_000;
const FROM = { name: "किताब – Kitab", address: "shop@kitab.example" };

let db: Awaited<ReturnType<typeof createTestDatabase>>;
beforeEach(async () => {
  db = await createTestDatabase();
});

const servers: TestSmtpServer[] = [];
const server = async (...given: Parameters<typeof startSmtpServer>) => {
  const started = await startSmtpServer(...given);
  servers.push(started);
  return started;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((one) => one.kill()));
});

const transportTo = (port: number) => smtpTransport(`smtp://${LOOPBACK_HOST}:${port}`, FROM);
const queue = (key: string, more: Partial<Parameters<typeof queueMail>[1]> = {}) =>
  queueMail(db.write, {
    dedupeKey: key,
    to: `${key}@example.com`,
    subject: `Order ${key}`,
    text: "Thank you.",
    html: "<p>Thank you.</p>",
    now: START,
    ...more,
  });
const queueMany = async (count: number) => {
  for (let n = 0; n < count; n += 1) await queue(`m${n}`);
};
const rows = () => allMails(db.read);
const statuses = async () => (await rows()).map((row) => row.status);

/** Works like the background task: again at once while there is work, and later for waiting messages. */
async function workUntilDone(transport: MailTransport, rounds = 200) {
  for (let round = 0, now = START.getTime(); round < rounds; round += 1) {
    if ((await sendQueuedMails(db.write, transport, new Date(now))) > 0) continue;
    if (!(await statuses()).includes("queued")) return;
    now += 10 * MINUTE;
  }
}

describe("sending over SMTP", () => {
  test("delivers names, text and attachment in any script", async () => {
    const { port, taken } = await server();
    const bill = new Uint8Array(300_000).map((_, index) => (index * 7) % 256);
    await queue("asha", {
      subject: "आपका ऑर्डर – اردو order #17",
      text: "नमस्ते, آپ کا شکریہ\n.\n..a line that begins with dots",
      html: "<p>नमस्ते</p>",
      headers: {
        "List-Unsubscribe": `<https://books.example.in/newsletter/unsubscribe?id=17&key=${"k".repeat(43)}>`,
      },
      attachments: ["invoice:17"],
    });
    const attachments = async () => ({
      filename: "बिल 17.pdf",
      contentType: "application/pdf",
      content: bill,
    });
    expect(await sendQueuedMails(db.write, transportTo(port), START, attachments)).toBe(1);
    const { parsed, session } = taken[0]!;
    expect(session.envelope).toMatchObject({
      mailFrom: { address: FROM.address },
      rcptTo: [{ address: "asha@example.com" }],
    });
    expect(parsed).toMatchObject({
      from: FROM,
      to: [{ address: "asha@example.com" }],
      subject: "आपका ऑर्डर – اردو order #17",
    });
    expect(parsed.text!.trim()).toBe("नमस्ते, آپ کا شکریہ\n.\n..a line that begins with dots");
    expect(parsed.html!.trim()).toBe("<p>नमस्ते</p>");
    expect(parsed.headers.find(({ key }) => key === "list-unsubscribe")!.value).toBe(
      `<https://books.example.in/newsletter/unsubscribe?id=17&key=${"k".repeat(43)}>`,
    );
    const [attachment] = parsed.attachments;
    expect(attachment).toMatchObject({ filename: "बिल 17.pdf", mimeType: "application/pdf" });
    expect(Buffer.from(attachment!.content as ArrayBuffer).equals(Buffer.from(bill))).toBe(true);
  });

  test("sends two hundred messages once each over few connections", async () => {
    const mailServer = await server();
    await queueMany(200);
    await workUntilDone(transportTo(mailServer.port));
    expect(new Set(mailServer.taken.map(({ parsed }) => parsed.subject)).size).toBe(200);
    expect(mailServer.taken).toHaveLength(200);
    expect(mailServer.connections).toBeLessThanOrEqual(3);
  });
});

describe("a server that is killed in the middle of the queue", () => {
  test.each([
    ["while a message's text is being sent", "text"],
    ["after a message's end, before it is accepted", "end"],
  ])("%s: every message arrives exactly once after the restart", async (_when, at) => {
    let seen = 0;
    const kill = () => {
      seen += 1;
      if (seen === 12) void first.kill();
    };
    const first = await server({
      ...(at === "text" && { onText: kill }),
      accept() {
        if (at === "end") kill();
        // A message that the killed server had not accepted is lost.
        return seen >= 12 ? new Promise<void>(() => {}) : undefined;
      },
    });
    const transport = transportTo(first.port);
    await queueMany(30);
    for (let round = 0; round < 3; round += 1) await sendQueuedMails(db.write, transport, START);
    expect(first.taken).toHaveLength(11);
    expect((await statuses()).filter((status) => status === "sent")).toHaveLength(11);

    const second = await server({ port: first.port });
    await workUntilDone(transport);
    expect(new Set(await statuses())).toEqual(new Set(["sent"]));
    const arrived = [...first.taken, ...second.taken];
    expect(arrived).toHaveLength(30);
    expect(new Set(arrived.map(({ parsed }) => parsed.messageId)).size).toBe(30);
  });

  test("an unreachable server is tried once per round, even with a long queue", async () => {
    const gone = await server();
    await gone.kill();
    await queueMany(5);
    expect(await sendQueuedMails(db.write, transportTo(gone.port), START)).toBe(0);
    expect((await rows()).map((row) => row.attempts)).toEqual([1, 0, 0, 0, 0]);
  });
});

describe("a server that refuses", () => {
  /** Refuses the message to m1, at its recipient or after its text; accepts the others. */
  const refusing = (at: "recipient" | "text", error: Error) =>
    server({
      accept: ({ session }) => {
        const isHers = session.envelope.rcptTo[0]!.address.startsWith("m1@");
        return at === "text" && isHers ? Promise.reject(error) : undefined;
      },
      options: {
        onRcptTo: ({ address }, _session, callback) =>
          at === "recipient" && address.startsWith("m1@") ? callback(error) : callback(),
      },
    });

  test.each([
    ["recipient", 550, "5.1.1 no such mailbox", "failed"],
    ["recipient", 553, "mailbox name not allowed", "failed"],
    ["recipient", 450, "4.2.2 mailbox full", "queued"],
    ["recipient", 554, "5.7.1 relay access denied", "queued"],
    ["recipient", 530, "authentication required", "queued"],
    ["text", 451, "4.3.0 try again", "queued"],
    ["text", 554, "5.6.0 we do not like the text", "queued"],
  ] as const)(
    "one message at the %s with %d %s: it is %s, the others are sent",
    async (at, code, words, status) => {
      const mailServer = await refusing(at, smtpError(code, words));
      await queueMany(3);
      expect(await sendQueuedMails(db.write, transportTo(mailServer.port), START)).toBe(3);
      expect(await statuses()).toEqual(["sent", status, "sent"]);
      const [, refused] = await rows();
      expect(refused).toMatchObject({ attempts: 1, last_error: expect.stringContaining(words) });
      expect(mailServer.connections).toBe(1);
    },
  );

  test("the sender, or closes the connection: all messages stay queued, and the rest is not tried", async () => {
    for (const options of [
      { onMailFrom: (_: unknown, __: unknown, done: (e: Error) => void) => done(smtpError(550, "not you")) },
      { onRcptTo: (_: unknown, __: unknown, done: (e: Error) => void) => done(smtpError(421, "closing")) },
    ]) {
      const mailServer = await server({ options });
      await db.write.deleteFrom("outgoing_mails").execute();
      await queueMany(3);
      expect(await sendQueuedMails(db.write, transportTo(mailServer.port), START)).toBe(0);
      expect((await rows()).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
        "queued 1",
        "queued 0",
        "queued 0",
      ]);
    }
  });
});

describe("SMTP_URL", () => {
  const LOGIN = { user: "shop@kitab.example", pass: "p@ss/w:rd %" };
  const inUrl = `${encodeURIComponent(LOGIN.user)}:${encodeURIComponent(LOGIN.pass)}`;
  /** Offers STARTTLS, or uses TLS from the start, with a self-signed certificate; requires a login. */
  const guarded = (options: object = {}) =>
    server({
      options: {
        disabledCommands: [],
        onAuth({ username, password }, _session, callback) {
          const fits = username === LOGIN.user && password === LOGIN.pass;
          if (fits) callback(null, { user: username });
          else callback(smtpError(535, "5.7.8 wrong password"));
        },
        ...options,
      },
    });
  const send = (url: string) => sendQueuedMails(db.write, smtpTransport(url, FROM), START);

  test("smtp:// switches to TLS before it logs in", async () => {
    const { port, taken } = await guarded();
    await queue("a");
    expect(
      await send(`smtp://${inUrl}@${LOOPBACK_HOST}:${port}?requireTLS=true&tls.rejectUnauthorized=false`),
    ).toBe(1);
    expect(taken[0]!.session).toMatchObject({ secure: true, user: LOGIN.user });
  });

  test("smtps:// uses TLS from the start", async () => {
    const { port, taken } = await guarded({ secure: true });
    await queue("a");
    expect(await send(`smtps://${inUrl}@${LOOPBACK_HOST}:${port}?tls.rejectUnauthorized=false`)).toBe(1);
    expect(taken[0]!.session).toMatchObject({ secure: true, user: LOGIN.user });
  });

  test("messages wait after a wrong password, an untrusted certificate, or without the required TLS", async () => {
    const { port, taken } = await guarded();
    const plain = await server();
    await queueMany(3);
    for (const url of [
      `smtp://shop:wrong@${LOOPBACK_HOST}:${port}?tls.rejectUnauthorized=false`,
      `smtp://${inUrl}@${LOOPBACK_HOST}:${port}`,
      `smtp://${LOOPBACK_HOST}:${plain.port}?requireTLS=true`,
    ])
      expect([url, await send(url)]).toEqual([url, 0]);
    expect((await rows()).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual([
      "queued 1",
      "queued 1",
      "queued 1",
    ]);
    expect([...taken, ...plain.taken]).toEqual([]);
    expect((await rows())[0]!.last_error).toMatch(/wrong password/);
    await sendQueuedMails(
      db.write,
      smtpTransport(`smtp://${inUrl}@${LOOPBACK_HOST}:${port}?tls.rejectUnauthorized=false`, FROM),
      new Date(START.getTime() + 2 * MINUTE),
    );
    expect(await statuses()).toEqual(["sent", "sent", "sent"]);
  });
});
