import { beforeAll, expect, test } from "vitest";
import { createAccount, createBook, setSettings } from "~/test/factories";
import { readPage } from "~/test/pages";
import { type Browser, customerBrowser, guestBrowser, signedIn, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let guest: Browser;
let staff: Browser;
let accountId: number;
beforeAll(async () => {
  guest = guestBrowser(shop);
  staff = await staffBrowser(shop);
  accountId = await createAccount(shop.db.write, { first_name: "City", last_name: "Library", email: "library@example.com" }); // oxfmt-ignore
  await setSettings(shop.db.write, { transferOn: "yes", transferName: "Kitab Books", transferUpi: "kitab@upi" }); // oxfmt-ignore
});

const ADDRESS = { fullname: "City Library", address1: "12 Lake Road", address2: "Fort", place: "Kochi", state: "Kerala", pincode: "682001", mobile: "9847012345", email: "books@example.com" }; // oxfmt-ignore

async function form(more: Record<string, string> = {}) {
  const book = await createBook(shop.db.write, { title: "Gora", price: 20_000, stock: 50 });
  const fields = {
    ...ADDRESS,
    customerId: String(accountId),
    [`add-${book}`]: "10",
    payment: "link",
    intent: "quote",
    validUntil: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    ...more,
  };
  return { book, answer: await readPage(staff.post("/admin/orders/new", fields)) };
}

/** A quotation that staff have made by the form. @returns its page, and the link on it */
async function quoted(more: Record<string, string> = {}) {
  const { book, answer } = await form(more);
  const { html } = await readPage(staff.get(answer.to!));
  const url = /http[^<"]*\/quotation\?token=[^<"]+/.exec(html)![0].replaceAll("&amp;", "&");
  return { book, page: answer.to!, html, link: url.slice(url.indexOf("/quotation")) };
}
const ordersOf = async () =>
  (await shop.db.read.selectFrom("orders").select("id").where("account_id", "=", accountId).execute()).length;

test("what cannot be quoted is refused at its field, and what was typed stays", async () => {
  for (const [more, said] of [
    [{ payment: "cash" }, "A quotation is paid by a link"],
    [{ validUntil: "" }, "Enter a day"],
    [{ validUntil: "2020-01-01" }, "Enter a day from today to a year from now"],
    [{ pincode: "" }, "Pincode is required"],
  ] as const) {
    const { answer } = await form(more);
    expect([answer.status, said, answer.html.includes(said)]).toEqual([400, said, true]);
    expect(answer.html).toContain('value="12 Lake Road"');
  }
  expect(await ordersOf()).toBe(0);
});

test("whoever has the link reads the quotation, and nobody else does", async () => {
  const { link, html } = await quoted();
  expect(html).toContain("12 Lake Road");
  const answer = await guest.get(link);
  const page = await answer.text();
  for (const text of ["Gora", "₹2,000.00", "Accept and Order", "noindex"]) expect(page).toContain(text);
  expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
  expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  const pdf = await guest.get(link.replace("/quotation", "/quotation/pdf"));
  expect([pdf.status, pdf.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);
  for (const other of [link.replace(/quotation=(\d+)/, "quotation=9$1"), link.replace("token=", "token=x")]) {
    expect((await guest.get(other)).status).toBe(404);
    expect((await guest.post(other, { name: "Meera", reference: "" })).status).toBe(404);
    expect((await guest.get(other.replace("/quotation", "/quotation/pdf"))).status).toBe(404);
  }
  // No order yet, so no proforma invoice.
  expect((await guest.get(link.replace("/quotation", "/quotation/proforma"))).status).toBe(404);
});

test("a link to pay, a proforma invoice, or nothing to pay now: what the terms say comes next", async () => {
  const paid = await quoted();
  const refused = await readPage(guest.post(paid.link, { name: " ", reference: "PO 118" }));
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/Enter your name.*value="PO 118"/s);
  const accepted = await guest.post(paid.link, { name: "Meera Nair", reference: "PO 118" });
  expect(accepted.headers.get("Location")).toMatch(/^\/pay\?token=/);
  expect((await guest.post(paid.link, { name: "Meera Nair", reference: "" })).status).toBe(303);
  const before = await ordersOf();

  const transfer = await quoted({ payment: "proforma" });
  const placed = await readPage(guest.post(transfer.link, { name: "Meera Nair", reference: "" }));
  const { html } = await readPage(guest.get(placed.to!));
  for (const text of ["Waiting for your transfer", "kitab@upi"]) expect(html).toContain(text);
  expect(html).not.toContain("Accept and Order");
  const proforma = await guest.get(transfer.link.replace("/quotation", "/quotation/proforma"));
  expect([proforma.status, proforma.headers.get("Content-Type")]).toEqual([200, "application/pdf"]);

  const account = await quoted({ payment: "account", creditReason: "Known to us" });
  const owed = await readPage(guest.post(account.link, { name: "Meera Nair", reference: "" }));
  expect((await readPage(guest.get(owed.to!))).html).toContain("The invoice comes by email");
  expect(await ordersOf()).toBe(before + 2);
  const staffs = await readPage(staff.get(account.page));
  expect(staffs.html).toContain("Meera Nair");
  expect(staffs.html).not.toContain("Make the Order");
});

test("what cannot be accepted any more says why, and what was typed stays", async () => {
  const { link, book, page } = await quoted();
  const accept = () => readPage(guest.post(link, { name: "Meera Nair", reference: "PO 7" }));
  await shop.db.write.updateTable("books").set({ stock: 9 }).where("id", "=", book).execute();
  const few = await accept();
  expect(few.status).toBe(400);
  expect(few.html).toMatch(/Only 9 of “Gora” can be had\..*value="Meera Nair"/s);
  expect((await readPage(staff.post(page, { intent: "order", reference: "PO 7", creditReason: "" }))).html).toMatch(/Only 9.*value="PO 7"/s); // oxfmt-ignore
  await shop.db.write.updateTable("books").set({ stock: 50 }).where("id", "=", book).execute();

  expect((await staff.post(page, { intent: "withdraw" })).status).toBe(303);
  expect((await accept()).html).toContain("This quotation was withdrawn.");
  const shown = await readPage(guest.get(link));
  expect(shown.html).toContain("This quotation was withdrawn.");
  expect(shown.html).not.toContain("12 Lake Road");
  expect((await readPage(staff.get("/admin/quotations?state=withdrawn"))).html).toContain("City Library");
});

test("staff mail it, and make its order when the customer has written", async () => {
  const { page, html } = await quoted();
  const key = /name="key" value="([^"]+)"/.exec(html)![1]!;
  for (let time = 0; time < 2; time++) await staff.post(page, { intent: "mail", key });
  const mails = await shop.db.read.selectFrom("outgoing_mails").select("attachment").where("recipient", "=", "library@example.com").where("attachment", "like", "quotation:%").execute(); // oxfmt-ignore
  expect(mails).toHaveLength(1);
  const made = await readPage(staff.post(page, { intent: "order", reference: "PO 9", creditReason: "" }));
  expect(made.to).toMatch(/^\/admin\/orders\/\d+$/);
  expect((await readPage(staff.get(made.to!))).html).toContain("PO 9");
  expect((await staff.post(page, { intent: "gift" })).status).toBe(400);
  expect((await staff.get("/admin/quotations/999")).status).toBe(404);
  expect((await staff.get(`${page}/pdf`)).status).toBe(200);
  const taken = shop.db.read.selectFrom("audit_entries").select("after").where("action", "=", "exported");
  expect((await taken.execute()).map(({ after }) => after)).toEqual([
    expect.stringMatching(/^{"List":"Quotation","File":"quotation-QT-.*\.pdf"}$/),
  ]);
});

test("a customer finds their quotations in their account, and nobody else's; who has none sees nothing of it", async () => {
  const { link, page } = await quoted();
  const number = /QT\/[\d-]+\/\d+/.exec((await readPage(staff.get(page))).html)![0];
  const library = await signedIn(shop, accountId);
  expect((await readPage(library.get("/account"))).html).toContain('href="/account/quotations"');
  const own = await library.get("/account/quotations");
  expect(own.headers.get("Cache-Control")).toContain("no-store");
  const { html } = await readPage(own);
  expect(html).toMatch(new RegExp(`${number}.*read and accept.*₹2,000\\.00`, "s"));
  expect(html.replaceAll("&amp;", "&")).toContain(`href="${link}"`);
  const pdf = /href="(\/quotation\/pdf\?[^"]+)"/.exec(html)![1]!.replaceAll("&amp;", "&");
  expect((await library.get(pdf)).headers.get("Content-Type")).toBe("application/pdf");
  await guest.post(link, { name: "Meera Nair", reference: "" });
  expect((await readPage(library.get("/account/quotations"))).html).toMatch(
    /Accepted.*href="\/orders\/\d+"/s,
  );

  const other = await customerBrowser(shop);
  expect((await readPage(other.get("/account"))).html).not.toContain("/account/quotations");
  expect((await readPage(other.get("/account/quotations"))).html).not.toContain("QT/");
  expect((await readPage(guestBrowser(shop).get("/account/quotations"))).to).toMatch(/^\/login/);
});

test("a request for many copies is answered by one link, which fills in book, copies and who asks", async () => {
  const book = await createBook(shop.db.write, { title: "Chokher Bali", price: 30_000, stock: 5 });
  const asked = { copies: "40", name: "Meena Das", email: "meena@school.example", phone: "98470 12345" };
  await guest.post(`/books/${book}/copies`, { ...asked, note: "Class 8" });
  const answerOf = async (browser: Browser) =>
    /\/admin\/orders\/new\?message=\d+/.exec(
      (await readPage(browser.get("/admin/pages/messages"))).html,
    )?.[0];
  const link = (await answerOf(staff))!;
  const { html } = await readPage(staff.get(link));
  const value = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
  expect([`add-${book}`, "name", "phone", "customerEmail", "fullname", "mobile", "email"].map(value)).toEqual(
    ["40", "Meena Das", "98470 12345", "meena@school.example", "Meena Das", "98470 12345", "meena@school.example"], // oxfmt-ignore
  );
  expect(html).toContain("Chokher Bali");
  const made = await readPage(
    staff.post(link, {
      ...ADDRESS,
      name: asked.name,
      phone: asked.phone,
      customerEmail: asked.email,
      [`add-${book}`]: "40",
      payment: "link",
      intent: "quote",
      validUntil: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
    }),
  );
  expect(made.to).toMatch(/^\/admin\/quotations\/\d+$/);
  // Now the address is a customer's.
  const again = await readPage(staff.get(link));
  expect(again.html).toMatch(/name="customerId"/);
  // What was a message without copies, or is none, fills in nothing; nor does it for who may not read messages.
  await shop.db.write.updateTable("contact_messages").set({ book_id: null }).execute();
  expect(await answerOf(staff)).toBeUndefined();
  for (const path of [link, "/admin/orders/new?message=999999", "/admin/orders/new?message=x"])
    expect((await readPage(staff.get(path))).html).not.toContain("Chokher Bali");
  await shop.db.write.updateTable("contact_messages").set({ book_id: book }).execute();
  const packer = await staffBrowser(shop, { job: "orders" });
  expect((await readPage(packer.get(link))).html).not.toContain("Meena Das");
});
