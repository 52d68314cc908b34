import { beforeAll, describe, expect, test } from "vitest";
import type { PageFields } from "~/domain/front/pages/pages.schema";
import type { PageKind } from "~/domain/front/pages/pages";
import { savePage } from "~/domain/front/pages/staff-pages.server";
import { createStaff, setSettings } from "~/test/factories";
import { allMails } from "~/test/mails";
import { pageHtml, readPage } from "~/test/pages";
import { type Browser, customerBrowser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staffId: number;
let guest: Browser;
let staff: Browser;
beforeAll(async () => {
  staffId = await createStaff(shop.db.write);
  guest = guestBrowser(shop);
  staff = await staffBrowser(shop);
});

const PAGE: PageFields = {
  title: "About",
  address: "about",
  body: "We *publish* books.",
  searchTitle: "",
  searchDescription: "",
  hasContactForm: false,
  postedOn: null,
  pictureId: null,
  published: true,
};

async function publish(
  fields: Partial<PageFields>,
  kind: PageKind = "page",
  id: number | null = null,
  version = 0,
) {
  const given = { id, kind, staffId, version, fields: { ...PAGE, ...fields } };
  const saved = await savePage(shop.db.write, given);
  if (!saved.ok) throw new Error(saved.message);
  return saved;
}

describe("one of the shop's own pages", () => {
  test("is shown with breadcrumbs and structured data, is in the sitemap, and a change is seen at once", async () => {
    const { id } = await publish({ address: "who", searchDescription: "Who publishes here." });
    const html = await pageHtml(await guest.get("/who"));
    for (const piece of [
      "<em>publish</em>",
      '<meta name="description" content="Who publishes here."',
      'rel="canonical" href="',
      '"@type":"BreadcrumbList"',
      'aria-current="page"',
    ])
      expect(html).toContain(piece);
    expect(html).not.toContain("/news.xml");
    expect(await (await guest.get("/sitemap.xml")).text()).toContain("/who</loc>");
    const { headers } = await guest.get("/who");
    expect(headers.get("ETag")).toBeTruthy();
    await publish({ address: "who", body: "We sell books." }, "page", id, 1);
    expect(await pageHtml(await guest.get("/who"))).toContain("We sell books.");
    await publish({ address: "who", published: false }, "page", id, 2);
    expect((await guest.get("/who")).status).toBe(404);
    expect(await (await guest.get("/sitemap.xml")).text()).not.toContain("/who</loc>");
  });

  test("shows scripts and HTML of a text as text, whatever way they got into it", async () => {
    const { id } = await publish({ address: "hostile" });
    const body = "<script>alert(1)</script>\n\n[a](javascript:alert(1)) <img src=x onerror=alert(1)>";
    await shop.db.write.updateTable("pages").set({ body }).where("id", "=", id).execute();
    const html = await pageHtml(await guest.get("/hostile"));
    const article = html.slice(html.indexOf("<article"), html.indexOf("</article>"));
    expect(article).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(article).not.toMatch(/<script|<img|href="javascript/);
  });

  test("leads from a former address to the present one; an unknown address is not found", async () => {
    const { id } = await publish({ address: "old-name" });
    await publish({ address: "new-name" }, "page", id, 1);
    const moved = await guest.get("/old-name");
    expect([moved.status, moved.headers.get("Location")]).toEqual([301, "/new-name"]);
    for (const path of ["/no-such-page", "/Old-Name", "/wp-login.php"]) {
      expect((await guest.get(path)).status, path).toBe(404);
      expect((await guest.post(path, { name: "x" })).status, path).toBe(404);
    }
    expect(await pageHtml(await guest.get("/no-such-page"))).toContain("Page not found");
  });

  test("as a draft is shown to staff who preview the store, not for search engines, and to nobody else", async () => {
    await publish({ title: "Plans", address: "plans", published: false });
    expect((await guest.get("/plans")).status).toBe(404);
    expect((await (await customerBrowser(shop)).get("/plans")).status).toBe(404);
    const opened = await staff.get("/plans?preview=on");
    expect([opened.status, opened.headers.get("Location")]).toEqual([303, "/plans"]);
    const html = await pageHtml(await staff.get("/plans"));
    expect(html).toContain("visitors do not see this page");
    expect(html).toContain('name="robots" content="noindex"');
    await staff.get("/admin?preview=off");
  });
});

describe("a contact form", () => {
  const FIELDS = { name: "Ravi", email: "ravi@example.com", orderNumber: "", message: "Hello there" };

  test("stores the message and mails it to the shop; refused fields come back with what was typed", async () => {
    await setSettings(shop.db.write, { supportEmail: "shop@example.com" });
    await publish({ title: "Contact", address: "contact-us", hasContactForm: true });
    expect(await pageHtml(await guest.get("/contact-us"))).toContain("Send Message");
    const refused = await guest.post("/contact-us", { ...FIELDS, email: "nobody" });
    expect(refused.status).toBe(400);
    const html = await pageHtml(refused);
    expect(html).toContain("Please enter a valid email address");
    expect(html).toContain("Hello there");
    const sent = await readPage(guest.post("/contact-us", FIELDS));
    expect(sent).toMatchObject({ status: 303, to: "/contact-us" });
    expect(await pageHtml(await guest.get("/contact-us"))).toContain("Your message has been sent");
    const stored = await shop.db.read.selectFrom("contact_messages").selectAll().execute();
    expect(stored).toMatchObject([{ name: "Ravi", email: "ravi@example.com", message: "Hello there" }]);
    expect((await allMails(shop.db.read)).map((mail) => mail.recipient)).toContain("shop@example.com");
  });

  test("takes a complaint: the sender gets a number and a page about it, staff find and download it", async () => {
    const message = "=Page 9 is missing";
    const email = "complaint@example.com";
    await guest.post("/contact-us", { ...FIELDS, email, message, complaint: "on" });
    expect(await pageHtml(await guest.get("/contact-us"))).toContain("settle it within a month");
    const mail = (await allMails(shop.db.read)).find((one) => one.recipient === email)!;
    const [, path] = /(\/complaints\/[\w-]+)/.exec(mail.text_body)!;
    const page = await guest.get(path!);
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer");
    const html = await pageHtml(page);
    expect(html).toMatch(/Complaint C-\d+/);
    expect(html).toContain("Received and confirmed");
    expect(html).not.toContain("Page 9");
    expect((await guest.get("/complaints/unknown")).status).toBe(404);

    const staff = await staffBrowser(shop);
    const list = await pageHtml(await staff.get("/admin/pages/messages?state=complaints"));
    expect(list).toContain("Page 9 is missing");
    const answer = await staff.get("/admin/pages/messages/complaints");
    expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
    expect(await answer.text()).toMatch(/C-\d+,Ravi,complaint@example\.com,.*'=Page 9 is missing/);
    expect((await guest.get("/admin/pages/messages/complaints")).status).toBe(303);
  });

  test("ignores a program that fills in the hidden field, and is only on pages that have one", async () => {
    const count = async () =>
      (await shop.db.read.selectFrom("contact_messages").select("id").execute()).length;
    const before = await count();
    expect((await guest.post("/contact-us", { ...FIELDS, topic: "cheap pills" })).status).toBe(303);
    await publish({ address: "no-form" });
    expect((await guest.post("/no-form", FIELDS)).status).toBe(404);
    expect(await count()).toBe(before);
  });

  test("is filled in for a customer who is logged in", async () => {
    const customer = await customerBrowser(shop);
    const html = await pageHtml(await customer.get("/contact-us"));
    expect(html).toMatch(/<input[^>]*name="email"[^>]*value="[^"]+@/);
  });
});

describe("news", () => {
  test("are listed with their feed, have their own pages, and appear on their day", async () => {
    expect(await pageHtml(await guest.get("/news"))).toContain("There is no news yet.");
    await publish({ title: "A new book", address: "a-new-book", postedOn: "2026-01-05" }, "news");
    await publish({ title: "Much later", address: "later", postedOn: "2999-01-01" }, "news");
    const list = await pageHtml(await guest.get("/news"));
    expect(list).toContain('href="/news/a-new-book"');
    expect(list).toContain("5 Jan 2026");
    expect(list).not.toContain("Much later");
    const post = await pageHtml(await guest.get("/news/a-new-book"));
    for (const html of [list, post])
      expect(html).toMatch(
        /<link rel="alternate" type="application\/atom\+xml" title="News" href="\/news.xml"/,
      );
    expect(post).toContain('"@type":"BlogPosting"');
    expect((await guest.get("/news/later")).status).toBe(404);
    const feed = await guest.get("/news.xml");
    expect(feed.headers.get("Content-Type")).toBe("application/atom+xml; charset=utf-8");
    expect(await feed.text()).toContain("<title>A new book</title>");
    const sitemap = await (await guest.get("/sitemap.xml")).text();
    expect(sitemap).toContain("/news/a-new-book</loc>");
    expect(sitemap).not.toContain("/news/later");
  });
});

describe("terms and privacy notice in the shop's own words", () => {
  test("replace the generated text once published, with the seller's facts below and the right date", async () => {
    await setSettings(shop.db.write, { legalName: "Neem Tree Books LLP", grievanceOfficer: "Kavita Rao" });
    const generated = await pageHtml(await guest.get("/terms"));
    expect(generated).toContain("Cancelling an order");
    const body = "## Our rules\n\nBe kind to books.";
    const draft = await publish({ title: "Terms", address: "terms", body, published: false }, "terms");
    expect(await pageHtml(await guest.get("/terms"))).toContain("Cancelling an order");
    await publish({ title: "Terms", address: "terms", body }, "terms", draft.id, 1);
    await shop.db.write
      .updateTable("pages")
      .set({ changed_at: "2027-03-01T20:00:00.000Z" })
      .where("id", "=", draft.id)
      .execute();
    const html = await pageHtml(await guest.get("/terms"));
    for (const piece of [
      "Be kind to books.",
      "Neem Tree Books LLP",
      "Kavita Rao",
      "National Consumer Helpline",
      // 20:00 UTC is the next day in India.
      'dateTime="2027-03-02"',
    ])
      expect(html).toContain(piece);
    expect(html).not.toContain("Cancelling an order");
    // Back to the generated text, which changed for visitors with that.
    await publish({ title: "Terms", address: "terms", body, published: false }, "terms", draft.id, 2);
    expect(await pageHtml(await guest.get("/terms"))).toContain("Cancelling an order");
  });

  test("the privacy notice too; its own date and facts", async () => {
    await publish({ title: "Your data", address: "privacy", body: "We keep little." }, "privacy");
    const html = await pageHtml(await guest.get("/privacy"));
    for (const piece of ["Your data", "We keep little.", "Kavita Rao", "Last changed on"])
      expect(html).toContain(piece);
  });
});
