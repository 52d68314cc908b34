import { beforeEach, describe, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createWaitingOrder } from "~/test/door-orders";
import { createStaff, setSettings } from "~/test/factories";
import { readPdf } from "~/test/files/pdf";
import { mailsTo } from "~/test/mails";
import { MemoryGateway } from "~/test/payments/memory-gateway";
import { createPaidOrder } from "~/test/orders";
import { recordTransfer } from "../at-the-door/record-money.server";
import { makeAttachment } from "../documents/document-file.server";
import { lapse } from "../payments/lapse.server";
import { readOrder } from "../orders/orders.server";
import { askToTransfer } from "./ask-to-transfer.server";
import { proformaFile } from "./proforma.server";
import { transferDeadline, upiLink } from "./transfers";
import { readWaitingTransfer } from "./waiting-transfer.server";

const NOW = new Date("2026-11-21T06:00:00.000Z");
const ACCOUNT = {
  transferOn: "yes",
  transferName: "Kitab & Sons",
  transferAccount: "00120034005600",
  transferIfsc: "SBIN0000813",
  transferUpi: "kitab@sbi",
} as const;

let db: ShopDatabase;

beforeEach(async () => {
  db = await createTestDatabase();
  await setSettings(db.write, ACCOUNT);
});

const waitingOrder = () =>
  createWaitingOrder(db.write, "transfer", { now: NOW, book: { title: "Gora", price: 25_000, stock: 9 } });

const readOwn = async (orderId: number) => (await readOrder(db.read, orderId, "anybody", NOW))!;

describe("the link for UPI apps", () => {
  test("names payee, amount and order", () => {
    expect(upiLink("kitab@sbi", "Kitab & Sons", { id: 17, amount: 50_005 })).toBe(
      "upi://pay?pa=kitab@sbi&pn=Kitab%20%26%20Sons&am=500.05&cu=INR&tn=Order%2017",
    );
  });

  test("takes nothing of the payee's name for another field", () => {
    const link = new URL(upiLink("kitab@sbi", "Kitab&am=1@x?#", { id: 17, amount: 50_000 }));
    expect(link.searchParams.getAll("am")).toEqual(["500.00"]);
    expect(link.searchParams.get("pn")).toBe("Kitab&am=1@x?#");
    expect(link.hash).toBe("");
  });
});

test("the deadline is so many days from now", () => {
  expect(transferDeadline({ days: 5 }, NOW)).toBe("2026-11-26T06:00:00.000Z");
});

describe("an order that waits for a transfer", () => {
  test("shows where the money goes, and then what is still open", async () => {
    const { orderId, total } = await waitingOrder();
    const before = (await readWaitingTransfer(db.read, await readOwn(orderId)))!;
    expect(before.rows).toEqual([
      ["Amount", "₹250.00"],
      ["Reference", `Order ${orderId}`],
      ["Account holder", "Kitab & Sons"],
      ["Account number", "00120034005600"],
      ["IFSC", "SBIN0000813"],
      ["UPI id", "kitab@sbi"],
      ["Pay by", "22 Nov 2026, 11:30 am"],
    ]);
    expect(before.upi?.link).toContain("am=250.00");
    const staffId = await createStaff(db.write);
    const part = { orderId, staffId, amount: 10_000, reference: "UTR1", receivedOn: "2026-11-21" };
    await recordTransfer(db.write, { ...part, isSure: true }, NOW);
    const after = (await readWaitingTransfer(db.read, await readOwn(orderId)))!;
    expect(after.rows[0]).toEqual(["Amount", "₹150.00"]);
    expect(after).toMatchObject({ received: 10_000, upi: { link: expect.stringContaining("am=150.00") } });
    await recordTransfer(db.write, { ...part, amount: total - 10_000, reference: "UTR2" }, NOW);
    expect(await readWaitingTransfer(db.read, await readOwn(orderId))).toBeNull();
  });

  test("also when the shop takes no more transfers; without a UPI id there is no code", async () => {
    const { orderId } = await waitingOrder();
    await setSettings(db.write, { transferOn: "no", transferUpi: "" });
    const waiting = (await readWaitingTransfer(db.read, await readOwn(orderId)))!;
    expect(waiting.rows).toContainEqual(["Account number", "00120034005600"]);
    expect(waiting.upi).toBeNull();
  });

  test("is mailed about once, with the proforma invoice", async () => {
    const { orderId, accountId } = await waitingOrder();
    await askToTransfer(db.write, orderId, NOW);
    const email = await db.read
      .selectFrom("accounts")
      .select("email")
      .where("id", "=", accountId)
      .executeTakeFirstOrThrow();
    const mails = await mailsTo(db.write, email.email);
    const mail = mails.find(({ dedupe_key }) => dedupe_key === `order-to-transfer:${orderId}`)!;
    expect(mail.text_body).toContain("00120034005600");
    expect(mail.text_body).toContain(`Order ${orderId}`);
    expect(mail.text_body).toContain("₹250.00");
    const file = await makeAttachment(db, `proforma:${orderId}`);
    expect(file.filename).toBe(`proforma-${orderId}.pdf`);
    expect(readPdf(file.content as Uint8Array).text).toContain("Proforma invoice");
  });
});

describe("the proforma invoice", () => {
  const textOf = async (orderId: number) => {
    const file = await proformaFile(db.read, { orderId, accountId: "anybody" });
    if (!file.ok) throw new Error(file.reason);
    return readPdf(file.bytes).text;
  };

  test("has the order, where to pay, and no bill's number", async () => {
    const { orderId } = await waitingOrder();
    const text = await textOf(orderId);
    for (const shown of [`P-${orderId}`, "Gora", "00120034005600", "SBIN", "kitab@sbi", "How to pay"])
      expect(text).toContain(shown);
    expect(text).toContain("not a bill");
    expect(await db.read.selectFrom("invoice_counters").selectAll().execute()).toEqual([]);
  });

  test("asks for no money once the order is paid, or has lapsed", async () => {
    const [paid, lapsed] = [await waitingOrder(), await waitingOrder()];
    const staffId = await createStaff(db.write);
    const transfer = { staffId, amount: paid.total, reference: "UTR1", receivedOn: "2026-11-21" };
    await recordTransfer(db.write, { ...transfer, orderId: paid.orderId }, NOW);
    await lapse(db.write, new Date("2026-12-21T06:00:00.000Z"));
    for (const { orderId } of [paid, lapsed]) {
      const text = await textOf(orderId);
      expect(text).toContain("Gora");
      expect(text).not.toContain("00120034005600");
      expect(text).not.toContain("How to pay");
    }
    expect(await textOf(lapsed.orderId)).toContain("Cancelled");
  });

  test("is its customer's and the staff's only, and only of orders paid by transfer", async () => {
    const [mine, other] = [await waitingOrder(), await waitingOrder()];
    const missing = { ok: false, reason: "not_found" };
    const asked = (orderId: number, accountId: number) => proformaFile(db.read, { orderId, accountId });
    expect(await asked(mine.orderId, mine.accountId)).toMatchObject({ ok: true });
    expect(await asked(mine.orderId, other.accountId)).toEqual(missing);
    const online = await createPaidOrder(db.write, new MemoryGateway(), { now: NOW });
    expect(await asked(online.orderId, online.accountId)).toEqual(missing);
  });
});
