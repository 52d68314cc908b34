import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { sendContactMessage } from "~/domain/front/pages/contact.server";
import { parseMessageSearch } from "~/domain/front/pages/staff-messages";
import { deleteMessage, listMessages, markAnswered } from "~/domain/front/pages/staff-messages.server";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { createTestDatabase } from "~/test/database";
import { createStaff, setSettings } from "~/test/factories";
import { allMails } from "~/test/mails";
import { complaintState, isLate, settleBy } from "./complaints";
import {
  acknowledgeComplaint,
  type ComplaintRow,
  exportComplaints,
  findComplaint,
} from "./complaints.server";

const NOW = new Date("2026-11-22T10:00:00.000Z");
const hoursLater = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);
const FIELDS = { name: "Ravi", email: "ravi@example.com", orderNumber: "12", message: "Page 9 is missing" };

let db: ShopDatabase;
let staffId: number;
beforeEach(async () => {
  db = await createTestDatabase();
  await setSettings(db.write, { supportEmail: "" });
  staffId = await createStaff(db.write, { status: "inactive" });
});

const complain = (now = NOW, email = FIELDS.email) =>
  sendContactMessage(db.write, { ...FIELDS, email, complaint: true }, now);
const confirmations = async () =>
  (await allMails(db.read)).filter((mail) => mail.dedupe_key.startsWith("complaint:"));
const listed = async (state: string, now = NOW) =>
  (await listMessages(db.read, parseMessageSearch(new URLSearchParams({ state })), now)).rows;

describe("a complaint", () => {
  test("is confirmed by mail with its number, and its link tells how far it is, without a word of it", async () => {
    const id = await complain();
    const [mail, ...others] = await confirmations();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      recipient: "ravi@example.com",
      subject: `Your complaint C-${id} has arrived`,
    });
    expect(mail!.text_body).toContain("22 Dec 2026");
    expect(mail!.text_body).not.toContain("Page 9");
    const token = /\/complaints\/([\w-]+)/.exec(mail!.text_body)![1]!;
    expect(complaintState((await findComplaint(db.read, token))!)).toBe(
      "Received and confirmed; to be settled by 22 Dec 2026",
    );
    await markAnswered(db.write, { id, answered: true, staffId }, hoursLater(50));
    expect(complaintState((await findComplaint(db.read, token))!)).toBe("Settled on 24 Nov 2026");
    await deleteMessage(db.write, { id, staffId }, NOW);
    expect(await findComplaint(db.read, token)).toBeNull();
    expect(await confirmations()).toEqual([]);
  });

  test("to one address is confirmed three times a day by itself, then staff have to", async () => {
    const ids = [];
    for (const minute of [0, 1, 2, 3]) ids.push(await complain(hoursLater(minute / 60)));
    await complain(NOW, "meena@example.com");
    expect(await confirmations()).toHaveLength(4);
    const last = ids.at(-1)!;
    expect((await listed("complaints"))[0]).toMatchObject({ id: last, acknowledgedAt: null });
    for (const _ of [1, 2])
      expect(await acknowledgeComplaint(db.write, { id: last, staffId }, NOW)).toBe(true);
    expect(await confirmations()).toHaveLength(5);
    await complain(hoursLater(25));
    expect(await confirmations()).toHaveLength(6);
  });

  test("can be made of a message by staff, once; unknown messages are not found", async () => {
    const id = await sendContactMessage(db.write, FIELDS, NOW);
    expect(await listed("complaints")).toEqual([]);
    for (const _ of [1, 2]) expect(await acknowledgeComplaint(db.write, { id, staffId }, NOW)).toBe(true);
    expect(await confirmations()).toHaveLength(1);
    expect(await listed("complaints")).toMatchObject([{ id, isComplaint: true }]);
    expect(await readAudit(db.read, "contact_message", id)).toHaveLength(1);
    expect(await acknowledgeComplaint(db.write, { id: id + 9, staffId }, NOW)).toBe(false);
  });

  test("is late 48 hours after it came without a confirmation, and after 30 days in India without an answer", async () => {
    const id = await complain();
    await sendContactMessage(db.write, FIELDS, NOW);
    const isListedLate = async (now: Date) => (await listed("late", now)).length === 1;
    const lastMoment = new Date("2026-12-22T18:29:59.999Z");
    expect(await isListedLate(lastMoment)).toBe(false);
    expect(await isListedLate(new Date(lastMoment.getTime() + 1))).toBe(true);
    await db.write.updateTable("contact_messages").set({ acknowledged_at: null }).execute();
    expect(await isListedLate(hoursLater(48))).toBe(false);
    const late = new Date(hoursLater(48).getTime() + 1);
    expect(await isListedLate(late)).toBe(true);
    for (const message of await listed("late", late)) expect(isLate(message, late)).toBe(true);
    expect((await listed("late", late))[0]).toMatchObject({ id, isLate: true });
    await markAnswered(db.write, { id, answered: true, staffId }, late);
    expect(await isListedLate(late)).toBe(false);
  });

  test("is in the export with all others, the oldest first", async () => {
    const ids = [await complain(), await complain(hoursLater(1), "meena@example.com")];
    await sendContactMessage(db.write, FIELDS, NOW);
    const rows: ComplaintRow[] = [];
    for await (const row of exportComplaints(db.read)) rows.push(row);
    expect(rows.map(({ id }) => id)).toEqual(ids);
    expect(rows[0]).toMatchObject({ ...FIELDS, sentAt: NOW.toISOString(), answeredAt: null });
  });
});

test("a complaint is to be settled within 30 days in India", () => {
  expect(settleBy("2026-11-22T10:00:00.000Z")).toBe("2026-12-22");
  // It is the 23rd in India.
  expect(settleBy("2026-11-22T19:00:00.000Z")).toBe("2026-12-23");
});
