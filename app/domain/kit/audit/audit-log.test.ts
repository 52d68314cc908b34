import { beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase } from "~/test/database";
import { createAccount, createBook, createStaff } from "~/test/factories";
import { ALL_RIGHTS, type Right } from "../rights/rights";
import { recordAudit, recordAudits, recordExport, recordWhole } from "./audit.server";
import { eraseAuditValues } from "./audit-erasure.server";
import { pathOfThing } from "./audit-kinds";
import { auditChoices, exportAudit, listAudit } from "./audit-log.server";
import { type AuditSearch, parseAuditSearch } from "./audit-search";
import { eraseFields } from "./audit";
import { shownValue } from "./audit-values";
import { asOneEntry } from "./whole-entry.server";

const db = await createTestDatabase();
const search = (query = "") => parseAuditSearch(new URLSearchParams(query));
const list = (query = "") => listAudit(db.read, search(query), ALL_RIGHTS);
const actions = async (query: string) => (await list(query)).entries.map(({ action }) => action);
const stored = () => db.read.selectFrom("audit_entries").selectAll().orderBy("id").execute();

let kamini = 0;
let ravi = 0;
let bookId = 0;

beforeAll(async () => {
  kamini = await createStaff(db.write);
  ravi = await createStaff(db.write, { first_name: "Ravi", last_name: "Das" });
  bookId = await createBook(db.write, { title: "Gora" });
  const record = (
    staffId: number | null,
    at: string,
    entry: Omit<Parameters<typeof recordAudit>[1], "staffId">,
  ) => recordAudit(db.write, { staffId, ...entry }, new Date(at));
  await record(kamini, "2026-11-20T10:00:00.000Z", {
    subject: "book",
    subjectId: bookId,
    action: "added",
    after: { Title: "Gora", Price: "₹250.00", Authors: ["Rabindranath Tagore", "Mahasweta Devi"] },
  });
  // After midnight in India.
  await record(ravi, "2026-11-20T18:30:00.000Z", {
    subject: "book",
    subjectId: bookId,
    action: "updated",
    before: { Price: "₹250.00", Stock: 3 },
    after: { Price: "₹299.00", Stock: 3 },
  });
  await record(kamini, "2026-11-21T05:00:00.000Z", {
    subject: "coupon",
    subjectId: 999,
    action: "switched off",
  });
  await record(null, "2026-11-21T06:00:00.000Z", {
    actor: "A command on the server",
    subject: "settings",
    subjectId: 0,
    action: "restored",
  });
});

test("an entry says who, what with its name and page, before and after, and when", async () => {
  const { entries } = await list("kind=book&action=updated");
  expect(entries).toEqual([
    {
      id: expect.any(Number) as number,
      who: "Ravi Das",
      at: "2026-11-20T18:30:00.000Z",
      action: "updated",
      subject: "book",
      subjectId: bookId,
      name: "Gora",
      isGone: false,
      path: `/admin/products?edit=${bookId}`,
      changes: [{ field: "Price", before: "₹250.00", after: "₹299.00" }],
      isErased: false,
      parts: 0,
    },
  ]);
});

test("an action on many things is one entry, which leads to all; a text finds each, and a file has each", async () => {
  const shop = await createTestDatabase();
  const staffId = await createStaff(shop.write);
  const log = (query = "") => listAudit(shop.read, search(query), ALL_RIGHTS);
  const entry = (subjectId: number, title: string) => ({
    staffId,
    subject: "book" as const,
    subjectId,
    action: "updated",
    after: { Title: title },
  });
  const at = new Date("2026-11-21T05:00:00.000Z");
  await shop.write.transaction().execute((trx) =>
    asOneEntry(null, async () => {
      await recordAudits(trx, [entry(1, "Gora"), entry(2, "Godan")], at);
      await recordAudit(trx, entry(3, "Nirmala"), at);
    }),
  );
  const whole = await recordWhole(shop.write, { ...entry(4, "Told"), action: "changed" }, at);
  await asOneEntry(whole, () => recordAudit(shop.write, entry(5, "Part"), at));
  await recordAudit(shop.write, entry(6, "Alone"), at);
  const shown = async (query?: string) =>
    (await log(query)).entries.map(({ subjectId, parts }) => [subjectId, parts]);
  expect(await shown()).toEqual([
    [6, 0],
    [4, 1],
    [1, 2],
  ]);
  const { id } = (await log()).entries.at(-1)!;
  expect(await shown(`whole=${id}`)).toEqual([
    [3, 0],
    [2, 0],
    [1, 2],
  ]);
  expect(await shown("kind=book&who=999")).toEqual([]);
  expect(await shown("q=nirmala")).toEqual([[3, 0]]);
  const exported: number[] = [];
  for await (const one of exportAudit(shop.read, search())) exported.push(one.subjectId);
  expect(exported).toEqual([6, 5, 4, 3, 2, 1]);
});

test("a thing that is gone has no link; a program or command is named", async () => {
  const [command, coupon] = (await list()).entries;
  expect(command).toMatchObject({ who: "A command on the server", path: "/admin/settings", name: null });
  expect(coupon).toMatchObject({ subject: "coupon", name: null, isGone: true, path: null });
});

test("things have a link only for those who may see them", async () => {
  const paths = async (rights: Right[]) =>
    (await listAudit(db.read, search(), rights)).entries.map(({ path }) => path);
  expect(await paths(["audit"])).toEqual([null, null, null, null]);
  expect(await paths(["audit", "settings"])).toEqual(["/admin/settings", null, null, null]);
});

test.each([
  ["review", "reviews", "/admin/reviews?q=%237"],
  ["newsletter", "newsletter", "/admin/newsletter?state=all&q=%237"],
  ["picture", "content", "/admin/pages/pictures#picture-7"],
  ["contact_message", "content", "/admin/pages/messages?q=%237"],
  ["invitation", "staff", "/admin/staff#invitation-7"],
  ["order", "orders", "/admin/orders/7"],
  ["coupon", "coupons", "/admin/coupons?edit=7"],
] as const)("a thing of the kind %s is opened by its list or its page", (subject, right, path) => {
  expect(pathOfThing(subject, 7, [right])).toBe(path);
  expect(pathOfThing(subject, 7, ["audit"])).toBeNull();
});

test("filters by person, kind, action, Indian days and words in values, also together", async () => {
  expect(await actions("")).toEqual(["restored", "switched off", "updated", "added"]);
  expect(await actions(`who=${kamini}`)).toEqual(["switched off", "added"]);
  expect(await actions("who=none")).toEqual(["restored"]);
  expect(await actions("kind=coupon")).toEqual(["switched off"]);
  expect(await actions("action=added")).toEqual(["added"]);
  expect(await actions("from=2026-11-21")).toEqual(["restored", "switched off", "updated"]);
  expect(await actions("to=2026-11-20")).toEqual(["added"]);
  expect(await actions("from=2026-11-21&to=2026-11-20")).toEqual([]);
  expect(await actions("q=tagore")).toEqual(["added"]);
  expect(await actions("q=mahasw")).toEqual(["added"]);
  expect(await actions("q=250")).toEqual(["updated", "added"]);
  expect(await actions("q=price")).toEqual(["updated", "added"]);
  expect(await actions(`q=250&who=${ravi}&kind=book`)).toEqual(["updated"]);
  expect(await actions('q="*(')).toEqual([]);
  // Invalid filters are ignored.
  expect(await actions("kind=spoon&from=yesterday&who=-1&older=x")).toHaveLength(4);
});

test("the choices of the filters are the staff and the actions that occur", async () => {
  expect(await auditChoices(db.read)).toEqual({
    people: [
      { id: kamini, name: "Kamini Iyer" },
      { id: ravi, name: "Ravi Das" },
    ],
    actions: ["added", "restored", "switched off", "updated"],
  });
});

describe("pages", () => {
  const many = async () => {
    const pages = await createTestDatabase();
    const staffId = await createStaff(pages.write);
    // Several in the same moment, so that the id decides.
    for (let number = 1; number <= 23; number++)
      await recordAudit(
        pages.write,
        { staffId, subject: "book", subjectId: number, action: "hid" },
        new Date(Date.UTC(2026, 10, 1, 0, 0, Math.floor(number / 5))),
      );
    return pages;
  };
  const at = (query: Partial<AuditSearch>): AuditSearch => ({ ...search("size=10"), ...query });

  test("older and newer show each entry once, in order", async () => {
    const pages = await many();
    const ids = async (query: Partial<AuditSearch>) => {
      const { entries, ...links } = await listAudit(pages.read, at(query), []);
      return { numbers: entries.map(({ subjectId }) => subjectId), ...links };
    };
    const down = (from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, step) => from - step);
    const first = await ids({});
    expect(first).toMatchObject({ numbers: down(23, 14), newer: null });
    const second = await ids({ at: { direction: "older", id: first.older! } });
    expect(second.numbers).toEqual(down(13, 4));
    const last = await ids({ at: { direction: "older", id: second.older! } });
    expect(last).toMatchObject({ numbers: down(3, 1), older: null });
    expect((await ids({ at: { direction: "newer", id: last.newer! } })).numbers).toEqual(down(13, 4));
    // The newest ten, not only those newer than the entry.
    const back = await ids({ at: { direction: "newer", id: first.numbers[5]! } });
    expect(back).toEqual(first);
    expect((await ids({ at: { direction: "older", id: 1 } })).numbers).toEqual([]);
    expect(await ids({ at: { direction: "older", id: 999 } })).toEqual(first);
  });

  test("the export has all pages, as filtered", async () => {
    const pages = await many();
    const all: number[] = [];
    for await (const entry of exportAudit(pages.read, at({ q: "", action: "hid" })))
      all.push(entry.subjectId);
    expect(all).toEqual(Array.from({ length: 23 }, (_, step) => 23 - step));
  });

  test("the export finds a word that very many entries have", async () => {
    const pages = await createTestDatabase();
    const row = {
      account_id: null,
      subject: "tag",
      action: "added",
      happened_at: "2026-11-01T00:00:00.000Z",
    } as const;
    const after = (number: number) => JSON.stringify({ Name: number % 3 ? "Novel" : "Poetry" });
    const rows = Array.from({ length: 1600 }, (_, number) => ({
      ...row,
      subject_id: number,
      after: after(number),
    }));
    // One commit indexes a thousand of them; the background work would do the rest.
    for (const some of [rows.slice(0, 800), rows.slice(800)])
      await pages.write.insertInto("audit_entries").values(some).execute();
    let count = 0;
    for await (const { changes } of exportAudit(pages.read, at({ q: "novel" }))) {
      expect(changes[0]!.after).toBe("Novel");
      count += 1;
    }
    expect(count).toBe(1066);
  });
});

describe("entries are never changed", () => {
  test("the database refuses to change and to delete one", async () => {
    const before = await stored();
    const id = before[0]!.id;
    const changes = [
      { action: "hid" },
      { actor: "Somebody else" },
      { account_id: ravi },
      { subject: "order" as const },
      { subject_id: 7 },
      { happened_at: "2026-01-01T00:00:00.000Z" },
      { after: '{"Title":"Gora","Price":"₹1.00"}' },
      { after: "{}" },
      { erased_at: "2026-01-01T00:00:00.000Z", after: '{"Price":"₹1.00"}' },
      { erased_at: "2026-01-01T00:00:00.000Z", after: '{"Anything":"…"}' },
      { erased_at: "2026-01-01T00:00:00.000Z", after: "{}", action: "hid" },
    ];
    for (const change of changes)
      await expect(
        db.write.updateTable("audit_entries").set(change).where("id", "=", id).execute(),
        JSON.stringify(change),
      ).rejects.toThrow("audit entries are not changed");
    await expect(db.write.deleteFrom("audit_entries").where("id", "=", id).execute()).rejects.toThrow(
      "audit entries are not deleted",
    );
    expect(await stored()).toEqual(before);
  });

  test("an entry still says who it was when the account is gone", async () => {
    const gone = await createStaff(db.write, { first_name: "Lata", last_name: "Pillai" });
    await recordAudit(
      db.write,
      { staffId: gone, subject: "tag", subjectId: 1, action: "renamed" },
      new Date("2026-11-22T05:00:00.000Z"),
    );
    await db.write.deleteFrom("accounts").where("id", "=", gone).execute();
    const [entry] = (await list("action=renamed&who=none")).entries;
    expect(entry).toMatchObject({ who: "Lata Pillai", action: "renamed" });
  });

  test("a customer's data is erased from the values and from the search; the rest of the entry stays", async () => {
    const now = new Date("2026-11-22T06:00:00.000Z");
    const filters = { Search: "asha@example.com", State: "Confirmed" };
    await recordExport(db.write, { staffId: kamini, list: "Newsletter", filters }, now);
    expect(await actions("q=asha@example.com")).toEqual(["exported"]);
    const erase = (fields: Parameters<typeof eraseFields>[0]) => eraseFields(fields, ["asha@example.com"]);
    await eraseAuditValues(db.write, "export", null, erase, now);
    expect(await actions("q=asha@example.com")).toEqual([]);
    expect((await list("kind=export")).entries[0]).toMatchObject({
      who: "Kamini Iyer",
      at: now.toISOString(),
      isErased: true,
      changes: [
        { field: "List", before: null, after: "Newsletter" },
        { field: "Search", before: null, after: "…" },
        { field: "State", before: null, after: "Confirmed" },
      ],
    });
  });
});

test("values are shown as people read them", () => {
  expect(shownValue(null)).toBe("–");
  expect(shownValue(true)).toBe("yes");
  expect(shownValue(["Gora", "Chokher Bali"])).toBe("Gora, Chokher Bali");
  expect(shownValue("2026-11-21T10:35:00.000Z").replace(/\s/g, " ")).toBe("21 Nov 2026, 4:05 pm");
  expect(shownValue("2026-11-21")).toBe("21 Nov 2026");
  expect(shownValue("9789350000000")).toBe("9789350000000");
  expect(shownValue("0123456789abcdef.webp", true)).toBe("a new picture");
});

test("a customer's account is no member of staff to filter by", async () => {
  await createAccount(db.write);
  expect((await auditChoices(db.read)).people).toHaveLength(2);
});
