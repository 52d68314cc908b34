import { expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { readPdf } from "~/test/files/pdf";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPaidOrder, createPendingOrder } from "~/test/orders";
import type { LabelSize, Paper } from "./papers";
import { paperFile } from "./papers.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const db = await createTestDatabase();
const gateway = new MemoryGateway();

const TITLES = ["گورا", "पथेर पांचाली", "பொன்னியின் செல்வன்", "পথের পাঁচালী", "Gora"];
const ids: number[] = [];
for (const title of TITLES)
  ids.push((await createPaidOrder(db.write, gateway, { book: { title }, quantity: 2, now: NOW })).orderId);
const unpaid = (await createPendingOrder(db.write, gateway, { now: NOW })).orderId;

const ask = (kind: Paper, of = ids, size: LabelSize = "4x6") =>
  paperFile(db, { kind, ids: of, size }, { now: NOW });

async function made(kind: Paper, of = ids, size?: LabelSize) {
  const file = await ask(kind, of, size);
  if (!file.ok) throw new Error(file.reason);
  const sizes = Buffer.from(file.bytes)
    .toString("latin1")
    .match(/\/MediaBox \[[^\]]*\]/g);
  return { ...file, ...readPdf(file.bytes), sizes: [...new Set(sizes)] };
}

const A4 = ["/MediaBox [0 0 595.2756 841.8898]"];

test("slips are a sheet of A4 for each order, in the sequence of the ids; an unpaid one is left out", async () => {
  const [first, ...others] = ids;
  const slips = await made("slips", [...others, unpaid, first!]);
  expect(slips).toMatchObject({ filename: "packing-slips-2026-11-21.pdf", isArchival: true, sizes: A4 });
  expect(slips.pages.map((page) => Number(/Order#(\d+)/.exec(page)?.[1]))).toEqual([...others, first]);
  expect(slips.leftOut).toEqual([{ orderId: unpaid, why: "is pending payment" }]);
  expect(slips.text).not.toContain("₹");
});

test("a delivery note is a sheet of A4 with its columns and a place to sign", async () => {
  const school = { buyer_name: "Lake View School", buyer_reference: "PO 118" };
  await db.write.updateTable("orders").set(school).where("id", "in", ids.slice(0, 2)).execute();
  const notes = await made("notes");
  expect(notes).toMatchObject({ filename: "delivery-notes-2026-11-21.pdf", isArchival: true, sizes: A4 });
  expect(notes.pages).toHaveLength(2);
  for (const page of notes.pages)
    for (const text of ["Delivery note", "PO 118", "This parcel", "Signature and stamp"])
      expect(page).toContain(text);
  expect(notes.text).not.toContain("₹");
});

test("labels are one on a sheet of 4 by 6 inches, or four on one of A4, with every script", async () => {
  const roll = await made("labels");
  expect(roll).toMatchObject({ isArchival: true, sizes: ["/MediaBox [0 0 288 432]"] });
  expect(roll.pages).toHaveLength(5);
  for (const [at, page] of roll.pages.entries()) expect(page).toContain(`Order #${ids[at]}`);
  const sheets = await made("labels", ids, "a4");
  expect(sheets).toMatchObject({ isArchival: true, sizes: A4 });
  expect(sheets.pages.map((page) => page.match(/Order #/g)!.length)).toEqual([4, 1]);
});

test("bills are one after the other, each with its own number and pages", async () => {
  const bills = await made("bills", [...ids, unpaid]);
  expect(bills.isArchival).toBe(true);
  expect(bills.pages).toHaveLength(5);
  for (const [at, page] of bills.pages.entries()) {
    expect(page).toContain(`KB/26-27/00000${at + 1}`);
    expect(page).toContain("Page 1 of 1");
  }
  expect(bills.leftOut).toEqual([{ orderId: unpaid, why: "is pending payment and has no bill" }]);
});

test("a pick list has the titles of all orders, and says who is left out", async () => {
  const list = await made("picklist", [...ids, unpaid]);
  expect(list).toMatchObject({ isArchival: true, sizes: A4 });
  expect(list.text).toContain("10 copies of 5 titles for 5 orders");
  expect(list.text).toContain(`Left out: #${unpaid} is pending payment.`);
});

test("says which ids are no orders', and when a paper is for none of them", async () => {
  expect(await ask("slips", [ids[0]!, 999_998, 999_999])).toEqual({
    ok: false,
    reason: "not_found",
    ids: [999_998, 999_999],
  });
  const leftOut = [{ orderId: unpaid, why: "is pending payment" }];
  expect(await ask("picklist", [unpaid])).toEqual({ ok: false, reason: "nothing", leftOut });
  const failing = () => Promise.resolve({ ok: false, reason: "busy" } as const);
  const asked = { kind: "slips", ids, size: "4x6" } as const;
  expect(await paperFile(db, asked, { make: failing, now: NOW })).toEqual({
    ok: false,
    reason: "unavailable",
  });
});

test("a gift's slip has its message and its sender, in any script, and no bill is made for its parcel", async () => {
  const gift = {
    is_gift: 1,
    gift_from: "बड़ी मौसी",
    gift_message: "Happy birthday!\n\nMay it rain books.",
  } as const;
  const { orderId } = await createPaidOrder(db.write, gateway, { book: { title: "Gaban" }, now: NOW });
  await db.write.updateTable("orders").set(gift).where("id", "=", orderId).execute();
  const { text } = await made("slips", [ids[4]!, orderId]);
  for (const part of ["Happybirthday!", "Mayitrainbooks."]) expect(text.replace(/\s/g, "")).toContain(part);
  expect(text).toContain("From");
  expect(text).not.toContain("₹");
  expect((await made("slips", [ids[4]!])).text).not.toContain("From");
  const bills = await made("bills", [ids[4]!, orderId]);
  expect(bills.pages).toHaveLength(1);
  expect(bills.leftOut).toEqual([{ orderId, why: "is a gift, so no bill goes into its parcel" }]);
});
