import { beforeAll, beforeEach, expect, test } from "vitest";
import { createAccount } from "~/test/factories";
import { catalogueBook, createReview } from "~/test/factories-catalogue";
import { type Browser, guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";
import { pageHtml } from "~/test/pages";

const shop = testShop();
let staff: Browser;
let bookId: number;
let reviewId: number;
const WRITTEN_AT = "2026-02-05T00:00:00.000Z";

beforeAll(async () => {
  staff = await staffBrowser(shop);
});

beforeEach(async () => {
  bookId = await catalogueBook(shop.db.write, { title: "Gora", authors: ["Rabindranath Tagore"] });
  const accountId = await createAccount(shop.db.write, { first_name: "Imran", last_name: "Qureshi" });
  const remarks = "<script>buy(my)</script> pills";
  reviewId = await createReview(shop.db.write, { bookId, accountId, rating: 2, remarks, at: WRITTEN_AT });
});

const isHidden = async () =>
  (
    await shop.db.read
      .selectFrom("reviews")
      .select("hidden")
      .where("id", "=", reviewId)
      .executeTakeFirstOrThrow()
  ).hidden === 1;
const hide = (given: Record<string, string | number> = {}) =>
  staff.post(`/admin/reviews?rating=2&confirm=hide-${reviewId}`, {
    id: reviewId,
    state: "hidden",
    readAt: WRITTEN_AT,
    ...given,
  });

test("the list shows book, rating, remarks, reviewer, date and state, with links", async () => {
  const html = await pageHtml(await staff.get("/admin/reviews?q=tagore&size=50"));
  for (const title of ["Book", "Rating", "Remarks", "Reviewer", "Date", "State"])
    expect(html).toMatch(new RegExp(`<th scope="col"[^>]*>(<a [^>]*>)?${title}`));
  for (const piece of [
    `href="/admin/products?edit=${bookId}"`,
    `href="/books/${bookId}-gora?preview=on&amp;tab=reviews"`,
    "&lt;script&gt;buy(my)&lt;/script&gt; pills",
    "Imran Qureshi",
    "5 Feb 2026",
    'aria-label="Visible: review of Gora by Imran Qureshi, now Visible"',
  ])
    expect(html).toContain(piece);
  expect(await pageHtml(await staff.get("/admin/reviews?q=tagore&state=hidden&rating=5"))).toContain(
    "No items found matching your search",
  );
});

test("hiding a review removes it from the book's page and average at once; showing it brings it back", async () => {
  const page = () => fetch(`${shop.origin}/books/${bookId}?tab=reviews`).then(pageHtml);
  expect(await page()).toContain("pills");
  expect(await page()).toContain("2.0 out of 5");

  const asking = await pageHtml(await staff.get(`/admin/reviews?rating=2&confirm=hide-${reviewId}`));
  expect(asking).toContain("Hide Review");
  expect(asking).toContain(`name="readAt" value="${WRITTEN_AT}"`);
  const done = await hide();
  expect([done.status, done.headers.get("Location")]).toEqual([303, "/admin/reviews?rating=2"]);
  expect(await pageHtml(await staff.get("/admin/reviews"))).toContain("The review is hidden");
  expect(await page()).not.toContain("pills");
  expect(await page()).not.toContain("2.0 out of 5");

  const back = await pageHtml(await staff.get(`/admin/reviews?confirm=show-${reviewId}`));
  expect(back).toContain("Show Review");
  expect(back).toContain("hid this");
  await hide({ state: "visible" });
  expect(await page()).toContain("2.0 out of 5");
});

test("repeated posts hide and log once", async () => {
  for (let times = 0; times < 3; times++) expect((await hide()).status).toBe(303);
  const entries = await shop.db.read
    .selectFrom("audit_entries")
    .select("action")
    .where("subject", "=", "review")
    .where("subject_id", "=", reviewId)
    .execute();
  expect(entries).toEqual([{ action: "hid" }]);
});

test("refuses to hide a review that was rewritten meanwhile, and shows the new text", async () => {
  await shop.db.write
    .updateTable("reviews")
    .set({ remarks: "Now about the book", updated_at: "2026-02-06T00:00:00.000Z" })
    .where("id", "=", reviewId)
    .execute();
  const answer = await hide();
  expect(answer.status).toBe(400);
  const html = await pageHtml(answer);
  expect(html).toContain("The review has been rewritten in the meantime. Please read it again");
  expect(html).toContain("Hide Review");
  expect(html).toContain('name="readAt" value="2026-02-06T00:00:00.000Z"');
  expect(await isHidden()).toBe(false);
});

test("guests and customers cannot hide a review", async () => {
  const customer = await signedIn(shop, await createAccount(shop.db.write, { email: "curious@example.in" }));
  for (const [visitor, to] of [
    [guestBrowser(shop), expect.stringMatching(/^\/login\?redirectTo=/) as string],
    [customer, "/"],
  ] as const) {
    const answer = await visitor.post("/admin/reviews", {
      id: reviewId,
      state: "hidden",
      readAt: WRITTEN_AT,
    });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, to]);
  }
  expect(await isHidden()).toBe(false);
});

test("'In the store' opens the book in the preview, and the preview stays on", async () => {
  const { headers, status } = await staff.get(`/books/${bookId}?preview=on&tab=reviews`);
  expect([status, headers.get("Location")]).toEqual([303, `/books/${bookId}?tab=reviews`]);
  expect(await pageHtml(await staff.get(`/books/${bookId}?tab=reviews`))).toContain("Back to admin");
  await staff.get("/admin?preview=off");
});

test("invalid ids, states and queries are refused or ignored", async () => {
  for (const id of ["0", "-1", "1.5", "x", "\0", "999999999999999", "99999999999999999999"])
    expect([id, (await hide({ id })).status]).toEqual([id, 404]);
  for (const state of ["", "gone", "Hidden", "\0"]) expect((await hide({ state })).status).toBe(400);
  for (const readAt of ["", "\0", "x".repeat(10_000)]) expect((await hide({ readAt })).status).toBe(400);
  expect((await staff.post("/admin/reviews", {})).status).toBe(404);
  expect(await isHidden()).toBe(false);
  for (const query of [
    "page=1e308&sort=id&state=%00&rating=99&customer=-1",
    `customer=${"9".repeat(30)}`,
    "customer=999999999999999",
    "q=%22%7D%20OR%20%2A",
    "confirm=hide-x",
  ])
    expect([query, (await staff.get(`/admin/reviews?${query}`)).status]).toEqual([query, 200]);
  expect((await staff.get("/admin/reviews?confirm=hide-999999")).status).toBe(404);
});
