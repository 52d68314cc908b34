import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ALL_KINDS } from "~/domain/shop/mail-words/mail-kinds";
import { formFields, pageHtml } from "~/test/pages";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const PAGE = "/admin/mails/order-shipped";

const shop = testShop();
let staff: Browser;
let colleague: Browser;

beforeAll(async () => {
  staff = await staffBrowser(shop, { first_name: "Asha", last_name: "Rao", email: "asha@shop.example" });
  colleague = await staffBrowser(shop, { first_name: "Meera", last_name: "Nair" });
});
beforeEach(async () => {
  await shop.db.write.deleteFrom("mail_words").execute();
});

const stored = () => shop.db.read.selectFrom("mail_words").select(["kind", "opening", "closing"]).execute();
const send = async (entries: Record<string, string>, browser = staff) =>
  browser.post(PAGE, {
    ...formFields(await pageHtml(browser.get(PAGE)), PAGE),
    opening: "",
    closing: "",
    ...entries,
  });

test("the list has every mail with its heading, and each has a page and a preview", async () => {
  const html = await pageHtml(staff.get("/admin/mails"));
  expect(html).toContain("Your order is on its way");
  for (const kind of ALL_KINDS) {
    expect(html).toContain(`href="/admin/mails/${kind}"`);
    const preview = await staff.get(`/admin/mails/${kind}/preview`);
    expect([kind, preview.status]).toEqual([kind, 200]);
  }
  expect((await staff.get(PAGE)).status).toBe(200);
  expect((await staff.get("/admin/mails/love-letter")).status).toBe(404);
  expect((await staff.get("/admin/mails/love-letter/preview")).status).toBe(404);
});

test("the preview runs no script, and only the shop's own page may frame it", async () => {
  const preview = await staff.get(`${PAGE}/preview`);
  expect(preview.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; .*frame-ancestors 'self'; sandbox/,
  );
  expect(preview.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
  const page = await staff.get(PAGE);
  expect(page.headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
  const home = await guestBrowser(shop).get("/");
  expect(home.headers.get("Content-Security-Policy")).toContain("frame-src 'none'");
});

describe("words", () => {
  test("are saved, shown in the preview and used by mails", async () => {
    expect((await send({ intent: "save-words", opening: "Namaste {first name}!" })).status).toBe(303);
    expect(await pageHtml(staff.get(PAGE))).toContain("The words of the mail are saved.");
    expect(await stored()).toEqual([
      { kind: "order-shipped", opening: "Namaste {first name}!", closing: "" },
    ]);
    expect(await pageHtml(staff.get(`${PAGE}/preview`))).toContain("Namaste Asha!");
  });

  test("are looked at before they are saved", async () => {
    const answer = await send({ intent: "preview", closing: "See you <soon>" });
    expect(answer.status).toBe(200);
    const src = /<iframe[^>]*src="([^"]*)"/.exec(await answer.text())![1]!.replaceAll("&amp;", "&");
    expect(await pageHtml(staff.get(src))).toContain("See you &lt;soon&gt;");
    expect(await stored()).toEqual([]);
  });

  test("are sent to oneself as a test", async () => {
    const answer = await send({ intent: "send-test", opening: "Only a test" });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("asha@shop.example");
    const mail = await shop.db.read
      .selectFrom("outgoing_mails")
      .select(["subject", "text_body"])
      .where("recipient", "=", "asha@shop.example")
      .executeTakeFirstOrThrow();
    expect(mail.subject).toMatch(/^Test: .*order #1024 is on its way$/);
    expect(mail.text_body).toContain("Only a test");
    expect(await stored()).toEqual([]);
  });

  test.each([
    [
      { opening: "Dear {name}" },
      "This mail does not know {name}. It knows {first name}, {order} and {shop}.",
    ],
    [{ closing: "x".repeat(501) }, "The closing line must be 500 characters or less"],
  ])("%j is refused at its field, and what was typed is kept", async (typed, message) => {
    for (const intent of ["save-words", "preview", "send-test"]) {
      const answer = await send({ intent, ...typed });
      expect(answer.status).toBe(400);
      const html = await pageHtml(answer);
      expect(html).toContain(message);
      expect(html).toContain(`>${Object.values(typed)[0]!}</textarea>`);
    }
    expect(await stored()).toEqual([]);
  });

  test("the second of two people is told and can save again", async () => {
    const opened = formFields(await pageHtml(colleague.get(PAGE)), PAGE);
    await send({ intent: "save-words", opening: "From Asha" });
    const mine = { intent: "save-words", opening: "From Meera", closing: "" };
    const refused = await colleague.post(PAGE, { ...opened, ...mine });
    expect(refused.status).toBe(400);
    const html = await pageHtml(refused);
    expect(html).toContain("Changed meanwhile by Asha Rao to “From Asha”. Save again to replace that.");
    expect(html).toContain(">From Meera</textarea>");
    expect((await colleague.post(PAGE, { ...formFields(html, PAGE), ...mine })).status).toBe(303);
    expect(await stored()).toMatchObject([{ opening: "From Meera" }]);
  });
});

test("only staff with the right see the pages", async () => {
  const packer = await staffBrowser(shop, { job: "orders" });
  for (const path of ["/admin/mails", PAGE, `${PAGE}/preview`])
    expect([path, (await packer.get(path)).status]).toEqual([path, 403]);
  expect((await packer.post(PAGE, { intent: "save-words", opening: "Mine" })).status).toBe(403);
});

test("a form that does not say what to do is refused", async () => {
  expect((await send({ intent: "burn" })).status).toBe(400);
});
