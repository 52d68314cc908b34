import { beforeEach, expect, test } from "vitest";
import type { ShopDatabase } from "~/db/database.server";
import { createTestDatabase } from "~/test/database";
import { createStaff, setSettings } from "~/test/factories";
import { allMails } from "~/test/mails";
import { readAudit } from "~/domain/kit/audit/audit.server";
import { exampleMail, readExampleWorld } from "~/domain/opening/mail-examples/mail-examples.server";
import { queueTestMail, TEST_NOTE } from "~/domain/opening/mail-examples/test-mail.server";
import { ALL_KINDS, MAIL_KINDS, placeholdersOf } from "./mail-kinds";
import { filled, mailWordsSchema, NO_LINES, parseShownLines } from "./mail-words";
import { readMailWords, saveMailWords } from "./mail-words.server";

const ORIGIN = "https://books.example.in";
const NOW = new Date("2026-11-22T06:00:00.000Z");

let db: ShopDatabase;
let asha: number;
let meera: number;

beforeEach(async () => {
  db = await createTestDatabase();
  asha = await createStaff(db.write, { first_name: "Asha", last_name: "Rao" });
  meera = await createStaff(db.write, { first_name: "Meera", last_name: "Nair" });
});

const save = (staffId: number, opening: string, closing: string, shown = NO_LINES) =>
  saveMailWords(db.write, { staffId, kind: "order-shipped", lines: { opening, closing }, shown });

const parse = (opening: string, kind: Parameters<typeof mailWordsSchema>[0] = "order-shipped") =>
  mailWordsSchema(kind).safeParse({ opening });

test("a line may have the placeholders of its mail, in any case; others are named", () => {
  expect(parse("Dear {First Name}, {order} of {shop}").success).toBe(true);
  expect(parse("Dear {name}").error?.issues[0]?.message).toBe(
    "This mail does not know {name}. It knows {first name}, {order} and {shop}.",
  );
  expect(parse("Dear {first name}", "confirm-email").error?.issues[0]?.message).toBe(
    "This mail does not know {first name}. It knows {shop}.",
  );
  for (const text of ["Dear {first name", "Dear first name}", "{{shop}}", "{}"])
    expect([text, parse(text).success]).toEqual([text, false]);
});

test("lines are cleaned and at most 500 characters", () => {
  expect(parse("  One \r\n\r\n two\u0007  three ").data).toEqual({ opening: "One\ntwo three", closing: "" });
  expect(parse("x".repeat(500)).success).toBe(true);
  expect(parse("x".repeat(501)).error?.issues[0]?.message).toBe(
    "The opening line must be 500 characters or less",
  );
  expect(mailWordsSchema("refund").safeParse({}).data).toEqual(NO_LINES);
});

test("a name with braces is not filled again", () => {
  expect(filled("{first name} {order}", { "first name": "{order}", order: "#7" })).toBe("{order} #7");
  expect(filled("{__proto__} {constructor}", {})).toBe("{__proto__} {constructor}");
});

test("what the form showed is read back; anything else is nothing", () => {
  expect(parseShownLines(JSON.stringify(NO_LINES))).toEqual(NO_LINES);
  for (const text of [null, "", "{}", '{"opening":1,"closing":""}', "x".repeat(50_000)])
    expect(parseShownLines(text)).toBeNull();
});

test("saving writes a record; the same lines again do nothing; empty lines remove them", async () => {
  expect(await save(asha, "Namaste {first name}", "With love")).toEqual({ ok: true });
  await save(asha, "Namaste {first name}", "With love");
  expect(await readMailWords(db.read)).toEqual({
    "order-shipped": { opening: "Namaste {first name}", closing: "With love" },
  });
  expect(await readAudit(db.read, "mail_words", 0)).toMatchObject([
    {
      who: "Asha Rao",
      changes: [
        { field: "Order shipped: opening line", before: "", after: "Namaste {first name}" },
        { field: "Order shipped: closing line", before: "", after: "With love" },
      ],
    },
  ]);
  await save(asha, "", "", { opening: "Namaste {first name}", closing: "With love" });
  expect(await readMailWords(db.read)).toEqual({});
});

test("two people: different lines are both kept; of the same line the second is told", async () => {
  await save(asha, "From Asha", "");
  expect(await save(meera, "", "From Meera")).toEqual({ ok: true });
  expect((await readMailWords(db.read))["order-shipped"]).toEqual({
    opening: "From Asha",
    closing: "From Meera",
  });
  expect(await save(meera, "Mine", "From Meera")).toEqual({
    ok: false,
    messages: { opening: "Changed meanwhile by Asha Rao to “From Asha”. Save again to replace that." },
    current: { opening: "From Asha", closing: "From Meera" },
  });
});

test("every kind has an example with its lines filled in, in text and HTML", async () => {
  await setSettings(db.write, { shopName: "Neem & Tree" });
  const world = await readExampleWorld(db.read, ORIGIN, NOW);
  const headings = new Set<string>();
  for (const kind of ALL_KINDS) {
    const words = placeholdersOf(kind).map((name) => `{${name}}`);
    const lines = { opening: `Opening ${words.join(" ")}`, closing: "Closing <b>&" };
    const { subject, text, html } = exampleMail(kind, world, { lines });
    const order = words.length > 1 ? "Asha #1024 " : "";
    expect([kind, text.includes(`Opening ${order}Neem & Tree`)]).toEqual([kind, true]);
    expect([kind, html.includes(`Opening ${order}Neem &amp; Tree`)]).toEqual([kind, true]);
    expect([kind, html.includes("Closing &lt;b&gt;&amp;")]).toEqual([kind, true]);
    expect([kind, html.includes("Dear Asha")]).toEqual([kind, false]);
    expect([kind, /undefined|null|NaN|\[object|\{/.exec(subject + text)?.[0]]).toEqual([kind, undefined]);
    headings.add(/<h1[^>]*>([^<]+)</.exec(html)![1]!);
  }
  // Two kinds of refund have the same heading with different amounts.
  expect(headings.size).toBeGreaterThan(ALL_KINDS.length - 2);
});

test("without own lines an order's mail begins with the name", async () => {
  const world = await readExampleWorld(db.read, ORIGIN, NOW);
  expect(exampleMail("order-shipped", world).text).toContain(
    "Dear Asha, your order #1024 has left our shop.",
  );
  const lines = { opening: "Namaste!", closing: "" };
  expect(exampleMail("order-shipped", world, { lines }).text).toContain(
    "Namaste!\n\nYour order #1024 has left our shop.",
  );
});

test("mails have the shop's accent in both themes and its logo by its address", async () => {
  const logo = `logo-${"a".repeat(20)}-720x360.webp`;
  await setSettings(db.write, { accent: "#0b5d4a", logo });
  const { html } = exampleMail("order-shipped", await readExampleWorld(db.read, ORIGIN, NOW));
  expect(html).toContain("background:#0b5d4a");
  expect(html).not.toContain("#9c2f1c");
  expect(html).not.toContain("#f0906f");
  expect(html).toContain(
    `<img src="${ORIGIN}/coverpages/${logo.replace(".webp", ".jpg")}" alt="" width="72" height="36"`,
  );
});

test("a test goes to who asked for it, marked as one, with lines that are not saved", async () => {
  const staff = { id: asha, email: "asha@shop.example" };
  const test = { kind: "refund", lines: { opening: "Hello", closing: "" }, staff, origin: ORIGIN } as const;
  await queueTestMail(db, test, NOW);
  await queueTestMail(db, test, NOW);
  const mails = await allMails(db.read);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ recipient: "asha@shop.example" });
  expect(mails[0]!.subject).toMatch(/^Test: .*refund for order #1024$/);
  expect(mails[0]!.text_body.replaceAll("\n", " ")).toContain(TEST_NOTE);
  expect(mails[0]!.html_body).toContain(TEST_NOTE);
  expect(mails[0]!.text_body).toContain("Hello");
  expect(await readMailWords(db.read)).toEqual({});
});

test("labels differ, so that the record is clear", () => {
  const labels = Object.values(MAIL_KINDS).map(({ label }) => label);
  expect(new Set(labels).size).toBe(labels.length);
});
