import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff, setSettings } from "~/test/factories";
import { allMails } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { contactSchema } from "./contact.schema";
import { contactMessagesFrom, sendContactMessage, sweepContactMessages } from "./contact.server";
import { parseMessageSearch } from "./staff-messages";
import { countOpenMessages, deleteMessage, listMessages, markAnswered } from "./staff-messages.server";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const FIELDS = {
  name: "Ravi Iyer",
  email: "ravi@example.com",
  orderNumber: "12",
  message: "Where is\nmy book?",
};

let db: ShopDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
const send = (given: Partial<typeof FIELDS> = {}, now = NOW) =>
  sendContactMessage(db.write, { ...FIELDS, ...given }, now);
const list = async (search = "") =>
  (await listMessages(db.read, parseMessageSearch(new URLSearchParams(search)))).rows;

test("a message is stored and mailed to the shop; a reply goes to its sender", async () => {
  await setSettings(db.write, { supportEmail: "shop@example.com" });
  await send();
  expect(await list()).toMatchObject([
    { ...FIELDS, orderId: null, answeredAt: null, sentAt: NOW.toISOString() },
  ]);
  const [mail, ...others] = await allMails(db.read);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: "shop@example.com", subject: "Message from Ravi Iyer, order 12" });
  expect(JSON.parse(mail!.headers)).toEqual({ "Reply-To": "ravi@example.com" });
  expect(mail!.text_body).toContain("Where is\n\nmy book?");
});

test("staff who want to know are told too; the shop's address gets no second mail", async () => {
  await setSettings(db.write, { supportEmail: "shop@example.com" });
  await createStaff(db.write, { email: "asha@example.com" });
  await createStaff(db.write, { email: "shop@example.com" });
  const id = await send();
  const mails = await allMails(db.read);
  expect(mails.map((mail) => mail.recipient).sort()).toEqual(["asha@example.com", "shop@example.com"]);
  for (const mail of mails) expect(JSON.parse(mail.headers)).toEqual({ "Reply-To": "ravi@example.com" });
  await deleteMessage(db.write, { id, staffId: await createStaff(db.write) }, NOW);
  expect(await allMails(db.read)).toEqual([]);
});

test("a shop without an address for mails keeps the message all the same", async () => {
  await setSettings(db.write, { supportEmail: "" });
  await send();
  expect([(await list()).length, (await allMails(db.read)).length]).toEqual([1, 0]);
});

test("staff search messages, mark them as answered and delete them with their mail; the log has no word of them", async () => {
  const staffId = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
  const id = await send();
  await send({ name: "Meena", email: "meena@example.com", message: "Thank you" });
  expect((await list("q=IYER")).map((message) => message.name)).toEqual(["Ravi Iyer"]);
  expect((await list(`q=%23${id}`)).map((message) => message.name)).toEqual(["Ravi Iyer"]);
  expect(await markAnswered(db.write, { id, answered: true, staffId }, NOW)).toBe(true);
  expect((await list("state=answered"))[0]).toMatchObject({ id, answeredBy: "Asha Rao" });
  expect(await countOpenMessages(db.read)).toBe(1);
  expect(await markAnswered(db.write, { id, answered: false, staffId }, NOW)).toBe(true);
  expect(await countOpenMessages(db.read)).toBe(2);
  expect(await deleteMessage(db.write, { id, staffId }, NOW)).toBe(true);
  expect(await deleteMessage(db.write, { id, staffId }, NOW)).toBe(false);
  expect(await markAnswered(db.write, { id, answered: true, staffId }, NOW)).toBe(false);
  expect((await list()).map((message) => message.name)).toEqual(["Meena"]);
  // To the shop's address and to the member of staff.
  expect(await allMails(db.read)).toHaveLength(2);
  const entries = await readAudit(db.read, "contact_message", id);
  expect(entries.map(({ action }) => action)).toEqual(["deleted", "updated", "updated"]);
  expect(JSON.stringify(entries)).not.toMatch(/Ravi|ravi@|book/);
});

test("messages are deleted a year after they were sent", async () => {
  await send({}, new Date("2025-11-21T10:00:00.000Z"));
  await send({}, new Date("2025-11-23T10:00:00.000Z"));
  expect(await sweepContactMessages(db.write, NOW)).toBe(1);
  expect(await contactMessagesFrom(db.read, FIELDS.email)).toHaveLength(1);
  expect(await allMails(db.read)).toHaveLength(1);
});

test("the form's schema tidies what is typed, and has a sentence for each mistake", () => {
  expect(
    contactSchema.parse({
      name: " Ravi\r\nIyer ",
      email: "Ravi@Example.com ",
      orderNumber: "# 12",
      message: "a\r\nb ",
    }),
  ).toEqual({
    name: "Ravi Iyer",
    email: "ravi@example.com",
    orderNumber: "12",
    message: "a\nb",
    complaint: false,
  });
  const { error } = contactSchema.safeParse({ name: " ", email: "nobody", message: "" });
  expect(error!.issues.map(({ message }) => message)).toEqual([
    "Please enter your name",
    "Please enter a valid email address",
    "Please write a message",
  ]);
});
