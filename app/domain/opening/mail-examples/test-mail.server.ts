import type { ShopDatabase } from "~/db/database.server";
import { queueMail } from "~/platform/mail/mail.server";
import { wake } from "~/platform/wake.server";
import type { MailKind } from "~/domain/shop/mail-words/mail-kinds";
import type { OwnLines } from "~/domain/shop/mail-words/mail-words";
import { exampleMail, readExampleWorld } from "./mail-examples.server";

/** Above the heading of a test. */
export const TEST_NOTE =
  "This is a test from the back office. Order and names are made up, and most links lead nowhere.";

/**
 * Queues an example of a mail to the member of staff who asks for it.
 * @param test.lines in place of the saved ones
 */
export async function queueTestMail(
  db: Pick<ShopDatabase, "read" | "write">,
  test: { kind: MailKind; lines: OwnLines; staff: { id: number; email: string }; origin: string },
  now = new Date(),
): Promise<void> {
  const { kind, lines, staff, origin } = test;
  const world = await readExampleWorld(db.read, origin, now);
  const { subject, text, html } = exampleMail(kind, world, { lines, note: TEST_NOTE });
  await queueMail(db.write, {
    // A double click sends one.
    dedupeKey: `mail-test:${staff.id}:${kind}:${now.toISOString().slice(0, 19)}`,
    to: staff.email,
    subject: `Test: ${subject}`,
    text,
    html,
    now,
  });
  wake("mail");
}
