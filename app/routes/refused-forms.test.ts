import { htmlErrors } from "~/test/checks/valid-html";
import { beforeAll, expect, test } from "vitest";
import { createBook, createStaff } from "~/test/factories";
import { accountWithPassword, PASSWORD } from "~/test/factories-accounts";
import { type Browser, guestBrowser, signedIn, testShop } from "~/test/shop";

const shop = testShop();
let browsers: Record<"guest" | "customer" | "staff", Browser>;
let bookId: number;
beforeAll(async () => {
  const { write } = shop.db;
  const customer = await accountWithPassword(write, PASSWORD);
  const staffId = await createStaff(write);
  bookId = await createBook(write);
  browsers = {
    guest: guestBrowser(shop),
    customer: await signedIn(shop, customer.id),
    staff: await signedIn(shop, staffId),
  };
});

/** Forms sent with most fields empty, and the refused fields in the page's order. */
const FORMS: [keyof typeof browsers, string, Record<string, string>, RegExp][] = [
  ["guest", "/register", { email: "nobody" }, /firstName,lastName,email,password,confirmPassword,terms$/],
  ["guest", "/login", {}, /username,password$/],
  ["customer", "/change-password", {}, /currentPassword,password/],
  ["customer", "/account", { intent: "names" }, /firstName,lastName$/],
  ["customer", "/account", { intent: "change-email", newEmail: "nobody" }, /newEmail,currentPassword$/],
  [
    "customer",
    "/account/addresses?add=1",
    { intent: "save-address" },
    /fullname,.*,pincode,state,mobile,email$/,
  ],
  ["customer", "/books/BOOK?tab=reviews", { intent: "review", remarks: "ok" }, /rating,remarks$/],
  [
    "staff",
    "/admin/products?add=1",
    { intent: "save-book" },
    /title,brief,authorText,publisherId,.*,tagText$/,
  ],
  ["staff", "/admin/coupons?add=1", { intent: "save-coupon", kind: "percentage" }, /code,value$/],
  ["staff", "/admin/settings", { intent: "save-settings" }, /shopName,/],
];

test.each(FORMS)(
  "%s, %s: a summary links to each field, and the first has the focus",
  async (who, path, fields, order) => {
    const answer = await browsers[who].post(path.replace("BOOK", String(bookId)), fields);
    expect(answer.status).toBe(400);
    const page = await answer.text();
    expect(await htmlErrors(page)).toEqual([]);
    const html = page.slice(page.indexOf("<main"));
    expect(html).toContain("Please check the form for errors");

    const summary = html.slice(html.indexOf('role="alert"'));
    const links = [...summary.slice(0, summary.indexOf("</ul>")).matchAll(/<a href="#([^"]+)"/g)].map(
      ([, id]) => id!,
    );
    const tags = links.map(
      (id) => new RegExp(`<(?:input|select|textarea)[^>]* id="${id}"[^>]*>`).exec(html)?.[0],
    );
    expect(tags.map((tag) => tag && / name="([^"]+)"/.exec(tag)?.[1]).join(",")).toMatch(order);
    const invalid = html.match(/aria-invalid="true"/g)!;
    expect(links).toHaveLength(invalid.length);
    expect(html.match(/ autofocus=""/gi)).toHaveLength(1);
    expect(tags[0]).toMatch(/ autofocus=""/i);
  },
);
