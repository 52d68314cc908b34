import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { LOOPBACK_HOST } from "~/test/servers/loopback";
import { guestBrowser, startTestShop, type TestShop } from "~/test/shop";
import { startSmtpServer } from "~/test/servers/smtp";
import { allMails } from "~/test/mails";
import { queueMail } from "./mail.server";

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await sleep(20);
};

/** Wakes the background work for mail: every newsletter request does so, even if it sends nothing. */
const wakeMail = (shop: TestShop) => guestBrowser(shop).post("/newsletter", { email: "nudge@example.com" });

test(
  "kill -9 after sending, before marking: the message is sent again with the same Message-ID, the others once",
  { timeout: 120_000 },
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "kitab-mail-crash-"));
    let isHolding = true;
    const held: string[] = [];
    const smtp = await startSmtpServer({
      accept({ parsed }) {
        if (!isHolding || parsed.subject !== "second") return;
        held.push(parsed.messageId!);
        return new Promise(() => {});
      },
    });
    const env = { SMTP_URL: `smtp://${LOOPBACK_HOST}:${smtp.port}`, MAIL_FROM: "shop@kitab.example" };
    let shop = await startTestShop(env, dataDir);
    for (const key of ["first", "second", "third"])
      await queueMail(shop.db.write, {
        dedupeKey: key,
        to: `${key}@example.com`,
        subject: key,
        text: key,
        html: `<p>${key}</p>`,
      });
    await wakeMail(shop);
    await until(() => held.length === 1);
    await shop.stop("SIGKILL");
    await shop.db.close();

    isHolding = false;
    shop = await startTestShop(env, dataDir);
    const mails = () => allMails(shop.db.read);
    await until(async () => (await mails())[2]!.status === "sent");
    // It would be tried again a minute after the first try; the test does not wait for that.
    expect((await mails())[1]).toMatchObject({ status: "queued", attempts: 1 });
    await shop.db.write
      .updateTable("outgoing_mails")
      .set({ next_try_at: new Date().toISOString() })
      .where("status", "=", "queued")
      .execute();
    await wakeMail(shop);
    await until(async () => (await mails()).every((mail) => mail.status === "sent"));

    const taken = smtp.taken.map(({ parsed }) => parsed).filter(({ text }) => text!.length < 10);
    expect(taken.map(({ subject }) => subject)).toEqual(["first", "third", "second"]);
    expect(taken[2]!.messageId).toBe(held[0]);
    expect(new Set(taken.map(({ messageId }) => messageId)).size).toBe(3);
    await shop.remove();
    await smtp.kill();
    rmSync(dataDir, { recursive: true, force: true });
  },
);
