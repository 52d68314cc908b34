import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { contactSchema } from "~/domain/front/pages/contact.schema";
import {
  COPIES_REQUEST_MAX,
  copiesMessage,
  copiesRequestSchema,
} from "~/domain/front/pages/copies-request.schema";
import { setSettings } from "~/test/factories";
import { catalogueBook } from "~/test/factories-catalogue";
import { openPage, pageHtml, readPage } from "~/test/pages";
import { customerBrowser, guestBrowser, LIMITED, testShop, withSettings } from "~/test/shop";

const shop = testShop();
let bookId: number;
let path: string;
const ASKED = {
  copies: "25",
  name: "Meena Das",
  email: "Meena@school.example",
  phone: "98450 12345",
  note: "Class 8\r\nby June",
};
const messages = () =>
  shop.db.read.selectFrom("contact_messages").select(["name", "email", "message"]).orderBy("id").execute();

beforeAll(async () => {
  bookId = await catalogueBook(shop.db.write, {
    title: "Gora <i>",
    authors: ["Rabindranath Tagore"],
    isbn13: "9788171670000",
    stock: 100,
  });
  path = `/books/${bookId}/copies`;
});
beforeEach(async () => {
  await shop.db.write.deleteFrom("contact_messages").execute();
});

test("the book's page leads to the form, which has the number; the request is a message to staff", async () => {
  const guest = guestBrowser(shop);
  const { html } = await openPage(guest, `/books/${bookId}`);
  expect(html).toContain(`href="${path}?copies=20"`);
  expect(await pageHtml(guest.get(`${path}?copies=20`))).toMatch(/name="copies"[^>]*value="20"/);
  const sent = await readPage(guest.post(path, ASKED));
  expect(sent).toMatchObject({ status: 303, to: expect.stringMatching(`^/books/${bookId}-`) });
  expect(await pageHtml(guest.get(sent.to!))).toContain("Thank you! Your request has been sent.");
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  expect(message).toMatchObject({ name: "Meena Das", email: "meena@school.example" });
  expect(message!.message.split("\n")).toEqual([
    "25 copies of “Gora <i>” by Rabindranath Tagore, ISBN 9788171670000",
    expect.stringMatching(new RegExp(`^http.*/books/${bookId}-`)),
    "Phone: 98450 12345",
    "Class 8",
    "by June",
  ]);
});

test("the number follows the shop's limit; the customer's name and address are filled in", async () => {
  await setSettings(shop.db.write, { mostCopies: 3 });
  const customer = await customerBrowser(shop, { email: "priya@example.com" });
  const { html } = await openPage(customer, `/books/${bookId}`);
  expect(html).toContain("6 copies or more?");
  const form = await pageHtml(customer.get(path));
  expect(form).toMatch(/name="copies"[^>]*value="6"/);
  expect(form).toMatch(/name="email"[^>]*value="priya@example.com"/);
  await setSettings(shop.db.write, { mostCopies: 10 });
});

test.each(["", "0", "-5", "2.5", "100000", "many", "१०००००"])(
  "asks how many instead of %j",
  async (copies) => {
    const { status, html } = await readPage(guestBrowser(shop).post(path, { ...ASKED, copies }));
    expect(status).toBe(400);
    expect(html).toContain("Please say how many copies you need, such as 20");
    expect(html).toContain('value="Meena Das"');
    expect(await messages()).toEqual([]);
  },
);

test("a number in the address that is none is not shown; a book that is none is 404", async () => {
  const guest = guestBrowser(shop);
  expect(await pageHtml(guest.get(`${path}?copies=<b>`))).toMatch(/name="copies"[^>]*value="20"/);
  for (const id of ["999999", "x", "0"]) {
    expect((await guest.get(`/books/${id}/copies`)).status).toBe(404);
    expect((await guest.post(`/books/${id}/copies`, ASKED)).status).toBe(404);
  }
});

test("the longest request of the longest book is still a message", () => {
  const note = "x".repeat(COPIES_REQUEST_MAX.note);
  const { copies } = copiesRequestSchema.parse({ ...ASKED, copies: "99999", note });
  const phone = "9".repeat(COPIES_REQUEST_MAX.phone);
  const people = Array.from({ length: 9 }, () => "y".repeat(100));
  const book = { title: "z".repeat(100), authors: people, isbn13: "9788171670000", url: "u".repeat(400) };
  const message = copiesMessage(book, { copies, phone, note });
  expect(contactSchema.safeParse({ name: "M", email: "m@example.com", message }).success).toBe(true);
  expect(copiesRequestSchema.safeParse({ ...ASKED, note: `${note}x` }).success).toBe(false);
});

describe("limits", () => {
  withSettings(shop, LIMITED);
  test("as many an hour as messages; what was typed stays", async () => {
    const guest = guestBrowser(shop);
    for (let n = 0; n < 5; n += 1) expect((await guest.post(path, ASKED)).status).toBe(303);
    const stopped = await guest.post(path, ASKED);
    expect(stopped.status).toBe(429);
    expect(await stopped.text()).toContain('value="Meena Das"');
    expect(await messages()).toHaveLength(5);
  });
});
