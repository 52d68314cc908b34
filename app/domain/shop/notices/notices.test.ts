import { beforeEach, describe, expect, test } from "vitest";
import type { Db } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createStaff, setSettings } from "~/test/factories";
import { allMails, mailsTo, onOneLine } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { ALL_JOBS, type Job } from "~/domain/kit/rights/rights";
import { noticeLowStock } from "./low-stock.server";
import { findNoticeRecipient, noticeRecipients, saveNoticeChoices } from "./notice-choices.server";
import { eraseNotices, noticeStaff, type StaffNotice } from "./notice-staff.server";
import { isTold, NOTICE_EVENTS, type NoticeEvent } from "./notices";
import { rightsOf } from "~/domain/kit/rights/rights";

const NOW = new Date("2026-11-22T06:00:00.000Z");
let db: Db;

beforeEach(async () => {
  db = (await createTestDatabase()).write;
});

const person = (name: string, job: Job, given: Parameters<typeof createStaff>[1] = {}) =>
  createStaff(db, { first_name: name, email: `${name.toLowerCase()}@kitab.example`, job, ...given });
const told = async (event: NoticeEvent) =>
  (await noticeRecipients(db, event)).map(({ email }) => email.split("@")[0]);
const chosen = async (accountId: number) =>
  (await findNoticeRecipient(db, accountId))?.choices
    .filter(({ wanted }) => wanted)
    .map(({ event }) => event);

const notice: StaffNotice = {
  key: "order:7:paid",
  subject: "order #7 is paid",
  heading: "New order #7",
  paragraphs: ["Asha Rao has paid."],
  action: { label: "Open the order", path: "/admin/orders/7" },
};
const tell = (event: NoticeEvent = "paid_order", given: Partial<StaffNotice> = {}) =>
  db.transaction().execute((trx) => noticeStaff(trx, event, { ...notice, ...given }, NOW));

describe("who is told", () => {
  test("each job has its defaults", () => {
    const defaults = (job: Job) =>
      NOTICE_EVENTS.filter((event) => isTold(event, { job, rights: rightsOf(job, "[]") }, undefined));
    expect(Object.fromEntries(ALL_JOBS.map((job) => [job, defaults(job)]))).toEqual({
      owner: NOTICE_EVENTS,
      manager: NOTICE_EVENTS,
      catalogue: ["low_stock", "overdue_book"],
      orders: ["paid_order", "return_request"],
      accounts: [],
    });
  });

  test("a choice goes before the default, but not before the rights", async () => {
    await person("Owner", "owner");
    const packer = await person("Packer", "orders");
    const clerk = await person("Clerk", "accounts");
    const save = (accountId: number, wanted: NoticeEvent[], shown: NoticeEvent[]) =>
      saveNoticeChoices(db, { accountId, wanted, shown, staffId: accountId }, NOW);
    await save(packer, ["return_request", "low_stock"], ["paid_order", "return_request"]);
    await save(clerk, ["failed_refund"], []);
    expect(await told("paid_order")).toEqual(["owner"]);
    expect(await told("return_request")).toEqual(["owner", "packer"]);
    expect(await told("failed_refund")).toEqual(["owner", "clerk"]);
    // Stock is not the packer's to see. With the right, the default of the job would hold.
    expect(await told("low_stock")).toEqual(["owner"]);
    expect(await chosen(packer)).toEqual(["return_request"]);
  });

  test("customers and people who no longer work here are not told, nor those who lost the right", async () => {
    await createAccount(db);
    await person("Gone", "owner", { status: "inactive" });
    const packer = await person("Packer", "orders");
    expect(await told("paid_order")).toEqual(["packer"]);
    await db.updateTable("accounts").set({ job: "catalogue" }).where("id", "=", packer).execute();
    expect(await told("paid_order")).toEqual([]);
    expect(await tell()).toEqual([]);
    expect(await allMails(db)).toEqual([]);
  });

  test("of two forms that are open at once, neither undoes the other's change; the history says who", async () => {
    const owner = await person("Owner", "owner");
    const packer = await person("Packer", "orders");
    const shown = (await chosen(packer))!;
    expect(shown).toEqual(["paid_order", "return_request"]);
    const save = (wanted: NoticeEvent[], staffId: number) =>
      saveNoticeChoices(db, { accountId: packer, wanted, shown, staffId }, NOW);
    await save(["return_request"], packer);
    await save(["paid_order", "return_request", "failed_refund"], owner);
    expect(await chosen(packer)).toEqual(["return_request", "failed_refund"]);
    const history = await readAudit(db, "notices", packer);
    expect(history.map(({ who, changes }) => [who, changes])).toEqual([
      [
        "Owner Iyer",
        [
          {
            field: "Gets mails about",
            before: ["Return requests"],
            after: ["Return requests", "Failed refunds"],
          },
        ],
      ],
      [
        "Packer Iyer",
        [
          {
            field: "Gets mails about",
            before: ["Paid orders", "Return requests"],
            after: ["Return requests"],
          },
        ],
      ],
    ]);
    // Sent again: nothing changes.
    await save(["return_request"], packer);
    expect(await readAudit(db, "notices", packer)).toHaveLength(2);
  });

  test("a customer or an inactive person has nothing to choose", async () => {
    const customer = await createAccount(db);
    expect(await findNoticeRecipient(db, customer)).toBeNull();
    const given = { accountId: customer, wanted: ["paid_order" as const], shown: [], staffId: customer };
    expect(await saveNoticeChoices(db, given, NOW)).toBe(false);
    expect(await db.selectFrom("notice_choices").selectAll().execute()).toEqual([]);
  });
});

describe("the mails", () => {
  test("are queued once for each person, with a link to the back office and to the choice", async () => {
    await person("Owner", "owner");
    await person("Packer", "orders");
    expect(await tell()).toEqual(["owner@kitab.example", "packer@kitab.example"]);
    await tell();
    const mails = await allMails(db);
    expect(mails.map(({ recipient }) => recipient)).toEqual(["owner@kitab.example", "packer@kitab.example"]);
    const { subject, text_body: text } = mails[0]!;
    expect(subject).toBe("Kitab: order #7 is paid");
    expect(text).toMatch(/Open the order:\nhttp:\/\/localhost:\d+\/admin\/orders\/7\n/);
    expect(text).toMatch(/Choose which messages you get: http:\/\/localhost:\d+\/admin\/notices\n/);
    expect(onOneLine(text)).toContain("because you work at Kitab and are told about paid orders.");
  });

  test("are not queued when the transaction fails", async () => {
    await person("Owner", "owner");
    const failing = db.transaction().execute(async (trx) => {
      await noticeStaff(trx, "paid_order", notice, NOW);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await allMails(db)).toEqual([]);
  });

  test("can be answered to the customer", async () => {
    await person("Owner", "owner");
    await tell("contact_message", { key: "message:3:new", replyTo: "asha@example.com" });
    expect(JSON.parse((await allMails(db))[0]!.headers)).toEqual({ "Reply-To": "asha@example.com" });
  });

  test("about an order are erased, those about other orders stay", async () => {
    await person("Owner", "owner");
    for (const key of ["order:7:paid", "order:7:return:1", "order:70:paid", "order:6:paid", "message:7:new"])
      await tell("paid_order", { key });
    await eraseNotices(db, ["order:7"]);
    expect((await allMails(db)).map(({ dedupe_key }) => dedupe_key.replace(/:\d+$/, ""))).toEqual([
      "notice:order:70:paid",
      "notice:order:6:paid",
      "notice:message:7:new",
    ]);
  });
});

describe("low stock", () => {
  /** A moment by the clock in India. */
  const india = (time: string) => new Date(`2026-11-${time}:00+05:30`);
  const OWNER = "owner@kitab.example";
  const lists = async () =>
    (await mailsTo(db, OWNER)).map(({ subject, text_body }) => ({
      subject: subject.replace("Kitab: ", ""),
      rows: [...text_body.matchAll(/^(.*): (sold out|\d+ cop.*|\d+ books?)$/gm)].map(
        ([, book, left]) => `${book}: ${left}`,
      ),
    }));
  const setStock = (id: number, stock: number) =>
    db.updateTable("books").set({ stock }).where("id", "=", id).execute();

  beforeEach(async () => {
    await person("Owner", "owner");
    await setSettings(db, { lowStockMark: 3 });
  });

  test("is told once a day from eight in the morning in India, however often the task runs", async () => {
    await createBook(db, { title: "Gora", stock: 3 });
    expect(await noticeLowStock(db, india("22T07:59"))).toBe(0);
    expect(await lists()).toEqual([]);
    expect(await noticeLowStock(db, india("22T08:00"))).toBe(1);
    const first = [{ subject: "1 book low in stock", rows: ["Gora: 3 copies left"] }];
    expect(await lists()).toEqual(first);
    // After a restart, by two processes at once, after midnight.
    await createBook(db, { title: "Chokher Bali", stock: 1 });
    await Promise.all([noticeLowStock(db, india("22T08:05")), noticeLowStock(db, india("22T23:59"))]);
    expect(await noticeLowStock(db, india("23T00:01"))).toBe(0);
    expect(await lists()).toEqual(first);
    await Promise.all([noticeLowStock(db, india("23T14:00")), noticeLowStock(db, india("23T14:00"))]);
    expect(await lists()).toEqual([
      ...first,
      {
        subject: "1 book low in stock",
        rows: ["Chokher Bali: 1 copy left", "Still low, as you were told before: 1 book"],
      },
    ]);
  });

  test("lists only visible books that have become low or sold out; without any there is no mail", async () => {
    const gora = await createBook(db, { title: "Gora", stock: 2 });
    await createBook(db, { title: "Hidden", stock: 0, hidden: 1 });
    await createBook(db, { title: "Plenty", stock: 4 });
    await noticeLowStock(db, india("22T08:00"));
    // One copy fewer, but neither newly low nor sold out.
    await setStock(gora, 1);
    await noticeLowStock(db, india("23T08:00"));
    expect(await lists()).toHaveLength(1);
    await setStock(gora, 0);
    await noticeLowStock(db, india("24T08:00"));
    // A few copies came in: that is no bad news.
    await setStock(gora, 2);
    await noticeLowStock(db, india("25T08:00"));
    await setStock(gora, 0);
    await noticeLowStock(db, india("26T08:00"));
    // Enough came in, and were sold.
    await setStock(gora, 9);
    await noticeLowStock(db, india("27T08:00"));
    await setStock(gora, 3);
    await noticeLowStock(db, india("28T08:00"));
    expect((await lists()).map(({ rows }) => rows)).toEqual([
      ["Gora: 2 copies left"],
      ["Gora: sold out"],
      ["Gora: sold out"],
      ["Gora: 3 copies left"],
    ]);
  });

  test("a long list is cut, and says how many more there are", async () => {
    for (let number = 10; number < 45; number++) await createBook(db, { title: `Book ${number}`, stock: 1 });
    await noticeLowStock(db, india("22T08:00"));
    const [mail] = await mailsTo(db, OWNER);
    expect(mail!.subject).toBe("Kitab: 35 books low in stock");
    expect(mail!.text_body.match(/: 1 copy left/g)).toHaveLength(30);
    expect(mail!.text_body).toContain("And further books: 5");
  });
});
