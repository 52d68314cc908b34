import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type APIRequest, type APIRequestContext, expect } from "@playwright/test";
import { zipOf } from "../../app/test/files/zip-files";
import { givePasskey, newOwner } from "../second-step";
import { unique, uniqueAddress } from "../staff";
import { buy, mailsTo, newEmail, PASSWORD, signIn, newCustomer } from "../support";

export type Who = "guest" | "customer" | "newcomer" | "admin";

/** Accounts, books and orders for the accessibility checks, created once in a run; no other journey changes them. */
export interface World {
  /** The cookies of each kind of visitor. */
  visitors: Record<Who, Awaited<ReturnType<APIRequestContext["storageState"]>>>;
  /** Values for the names in braces of paths, such as `/orders/{paid}`. */
  facts: Record<string, string>;
}

const STAFF = ["admin@kitab.example", "Open-the-shop-1"] as const;
const LONG_TITLE = "Letters, Travels and Table Talk of a Bookseller of College Street, Transcribed";

/** The world of this run. @param folder that Playwright empties when a run begins */
export const worldOf = (folder: string, requests: APIRequest, origin: string) =>
  onceInARun(path.join(folder, "world.json"), () => makeWorld(requests, origin));

/** One of the workers makes it and writes it to the file; the others wait for that. */
async function onceInARun(file: string, make: () => Promise<World>): Promise<World> {
  mkdirSync(path.dirname(file), { recursive: true });
  let isOurs = false;
  await expect
    .poll(() => existsSync(file) || (isOurs = claim(`${file}.claimed`)), { timeout: 60_000, intervals: [50] })
    .toBe(true);
  if (!isOurs) return JSON.parse(readFileSync(file, "utf8")) as World;
  try {
    const world = await make();
    writeFileSync(`${file}.part`, JSON.stringify(world));
    renameSync(`${file}.part`, file);
    return world;
  } catch (error) {
    // Another worker may have more luck.
    rmSync(`${file}.claimed`);
    throw error;
  }
}

/** @returns whether the file did not exist; it does now */
function claim(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx" });
    return true;
  } catch {
    return false;
  }
}

/** Somebody who needs no browser. */
interface Visitor {
  request: APIRequestContext;
}

async function makeWorld(requests: APIRequest, origin: string): Promise<World> {
  const someone = async (): Promise<Visitor> => ({ request: await requests.newContext({ baseURL: origin }) });
  const [guest, customer, newcomer, admin] = [
    await someone(),
    await someone(),
    await someone(),
    await someone(),
  ];
  const post = poster(origin);
  const [email] = await Promise.all([newCustomer(customer), newCustomer(newcomer), signIn(admin, ...STAFF)]);
  const [books, pages, invitation, endpoint, checked, zone, remittance, group] = await Promise.all([
    makeBooks(admin),
    makePages(guest, admin, post),
    invitationLink(admin, post),
    makeEndpoint(admin, post),
    makeImports(admin, origin, post),
    makeZone(admin, post),
    makeRemittance(admin, origin),
    makeGroup(admin, post),
  ]);
  const [orders, mailed] = await Promise.all([
    makeOrders(customer, admin, post, books).then(async (made) => {
      await fillShelves(customer, post, books);
      return made;
    }),
    makeMails(guest, customer, email, post, books),
  ]);
  const { book, urdu, soldOut, gone } = books;
  const q = (text: string) => encodeURIComponent(text);
  const subscribers = `/admin/newsletter?state=all&q=${q(mailed.reader)}`;
  const [address, buyer, subscriber, review, coupon, wanted] = await Promise.all([
    find(customer, "/account/addresses", /edit=(\d+)/),
    find(admin, `/admin/customers?q=${q(email)}`, /deactivate-(\d+)/),
    find(admin, subscribers, /remove-(\d+)/),
    find(admin, "/admin/reviews", /"hide-(\d+)"/),
    find(admin, "/admin/coupons?q=WELCOME10", /"off-(\d+)"/),
    find(admin, "/admin/search/wanted", /answer=(\d+)/),
  ]);
  await json(admin, "/orders/admin", {
    customer: { id: Number(buyer) },
    lines: [{ bookId: Number(books.ordered), qty: 1 }],
    payment: "account",
    creditReason: "A school",
  });
  await json(admin, "/orders/admin/quotations", quotation({ id: Number(buyer) }, email));
  const secondStep = await newOwner();
  await givePasskey(secondStep);

  const visitors = {} as World["visitors"];
  for (const [who, { request }] of Object.entries({ guest, customer, newcomer, admin })) {
    // Loading a page shows the waiting messages, so that later pages do not.
    await request.get("/");
    visitors[who as Who] = await request.storageState();
    await request.dispose();
  }
  const found = { address, customer: buyer, subscriber, review, coupon, wanted, secondStep };
  const facts = {
    book,
    urdu,
    soldOut,
    gone,
    invitation,
    ...orders,
    ...mailed,
    ...pages,
    ...endpoint,
    ...checked,
    ...zone,
    ...found,
    remittance,
    group,
    owing: buyer,
  };
  return { visitors, facts };
}

/** What the page has at the first group of the pattern. */
async function find({ request }: Visitor, path: string, pattern: RegExp): Promise<string> {
  const found = pattern.exec(await (await request.get(path)).text())?.[1];
  expect(found, `${pattern} on ${path}`).toBeTruthy();
  return found!;
}

/** Adds an address for events, and sends it a test. */
async function makeEndpoint(admin: Visitor, post: Post) {
  const webhooks = "/admin/programs/webhooks";
  const address = `https://hooks.kitab.example/${unique("world")}`;
  const form = { intent: "save-endpoint", version: "0", url: address, events: "order.cancelled" };
  await post(admin, `${webhooks}?add=1`, form);
  const endpoint = await find(admin, webhooks, /webhooks\/(\d+)"/);
  await post(admin, `${webhooks}/${endpoint}`, { intent: "test" });
  return { endpoint, delivery: await find(admin, `${webhooks}/${endpoint}`, /delivery=(\d+)/) };
}

/** Adds a zone to the plan of delivery, which stays off. Others may change the plan meanwhile. */
async function makeZone(admin: Visitor, post: Post) {
  const zoneName = unique("Islands");
  const method = { name: LONG_TITLE.slice(0, 60), daysFrom: "2", daysTo: "9", by: "weight" };
  const steps = { "upTo-0": "500", "price-0": "40", "upTo-1": "1000", "price-1": "60" };
  const cod = { codOffered: "on", codFee: "30", pickUp: "on", pickUpHours: "Mon to Sat, 10 am to 6 pm" };
  await expect(async () => {
    const version = await find(admin, "/admin/delivery/zones/new", /name="version" value="(\d+)"/);
    const form = {
      intent: "save-zone",
      version,
      zoneName,
      pinPrefixes: "98765",
      ...method,
      ...steps,
      ...cod,
    };
    await post(admin, "/admin/delivery/zones/new", form);
  }).toPass();
  const zone = await find(admin, "/admin/delivery", new RegExp(`zones/(\\d+)"[^>]*>${zoneName}`));
  return { zone, method: await find(admin, `/admin/delivery/zones/${zone}`, /edit=(\d+)/) };
}

/** Adds a customer group with a discount. @returns its number */
async function makeGroup(admin: Visitor, post: Post): Promise<string> {
  const name = unique("Libraries of long names");
  const terms = { standing: "active", creditLimit: "50000", creditDays: "30", invoiceBy: "mail" };
  await post(admin, "/admin/customers/groups/new", { intent: "save-group", name, ...terms });
  const group = await find(admin, "/admin/customers/groups", new RegExp(`groups/(\\d+)"[^>]*>${name}`));
  const discount = { intent: "add-discount", rate: "12.5", of: "all", which: "", leastCopies: "10" };
  await post(admin, `/admin/customers/groups/${group}`, discount);
  return group;
}

/** Uploads a carrier's list of cash, none of which fits. @returns its number */
async function makeRemittance(admin: Visitor, origin: string): Promise<string> {
  const list = `Order No,AWB,Amount,UTR,Date\n1,,600,U7,26-11-2026\n,${unique("EK")},450,U7,26-11-2026\n`;
  const file = { name: "carrier.csv", mimeType: "text/csv", buffer: Buffer.from(list) };
  const sent = await admin.request.post("/admin/remittances", {
    multipart: { file },
    headers: { Origin: origin },
  });
  return /\/remittances\/(\d+)$/.exec(sent.url())![1]!;
}

/** Uploads files, and has them checked or imported. */
async function makeImports(admin: Visitor, origin: string, post: Post) {
  const upload = async (name: string, content: string | Buffer) => {
    const file = { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) };
    const headers = { Origin: origin };
    const sent = await admin.request.post("/admin/imports", { multipart: { file }, headers });
    return /\/imports\/(\d+)$/.exec(sent.url())?.[1] ?? "";
  };
  const step = async (id: string, form: Record<string, string>, shows: string) => {
    await post(admin, `/admin/imports/${id}`, form);
    await expect.poll(async () => (await admin.request.get(`/admin/imports/${id}`)).text()).toContain(shows);
  };
  const columns = ["title", "isbn13", "contributors", "price", "publisher", "language", "tags", "brief"];
  const check = (keys: string[]) => ({
    intent: "plan",
    mode: "add_and_change",
    ...Object.fromEntries(keys.map((key, at) => [`column-${at}`, key])),
  });

  // Everything that a check of books finds.
  const books = await upload(
    "books.csv",
    [
      "Title,ISBN,Author,Price,Publisher,Language,Tags,Brief,Notes",
      `The Lamp,9780143065838,Premchand,299,${unique("Press")},Hindi,Novel,A book.,`,
      `${"A Long Title ".repeat(10)},,Premchand,250,Saar Books,Hindi,Novel,A book.,`,
      "Without a Price,,Premchand,free,Saar Books,Hindi,Novel,A book.,",
      // Asked about: numbers, commas between people, and rows that look alike.
      'In Two Ways,,"Premchand, Munshi",1.299,Saar Books,Hindi,"Novel, Village",A book.,',
      ...Array.from({ length: 2 }, () => "Twice,,Asha Rao and Ila Sen,99.50,Saar Books,Hindi,Novel,A book.,"),
    ].join("\n"),
  );
  await step(books, check([...columns, "nothing"]), "Row by row");

  // Pictures by address: one that is refused, and one that waits, since hosts under .invalid are never found.
  const sku = unique("SKU");
  const fetched = await upload(
    "pictures.csv",
    "Title,SKU,Author,Price,Publisher,Language,Tags,Brief,Pictures\n" +
      `${unique("Pictured")},${sku},Premchand,250,Saar Books,Hindi,Novel,A book.,` +
      "http://127.0.0.1/front.jpg; https://pictures.invalid/back.jpg\n",
  );
  const keys = columns.map((key) => (key === "isbn13" ? "sku" : key));
  const options = { fetchPictures: "on", "default-visible": "no" };
  await step(fetched, { ...check([...keys, "pictures"]), ...options }, "Row by row");
  await step(fetched, { intent: "import" }, "1 could not be fetched");

  // A ZIP with pictures of this book, a file that is no picture, and one of no book.
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);
  const files = {
    [`${sku}.jpg`]: jpeg,
    [`${sku}-back.jpg`]: jpeg,
    [`${sku}-2.png`]: "",
    "unknown.jpg": jpeg,
  };
  const pictures = await upload("covers.zip", zipOf(files));
  await step(pictures, check([]), "Picture by picture");
  return { import: books, fetched, pictures };
}

type Post = (page: Visitor, path: string, form: Record<string, string>) => Promise<void>;

/** Posts a form without opening its page; other journeys test the forms. */
const poster =
  (origin: string): Post =>
  async (page, path, form) => {
    const answer = await page.request.post(path, { form, headers: { Origin: origin }, maxRedirects: 0 });
    expect([200, 302, 303], `${path} ${JSON.stringify(form)}: ${answer.status()}`).toContain(answer.status());
  };

async function json(page: Visitor, path: string, data?: object) {
  const answer = data
    ? await page.request.post(`/api/v1${path}`, { data })
    : await page.request.get(`/api/v1${path}`);
  const body = await answer.json();
  expect(answer.ok() && (body.result ?? 1) === 1, `${path}: ${JSON.stringify(body)}`).toBe(true);
  return body;
}

const TEXT = `The shop began with *one* shelf and **two** chairs. See [our books](/books).

## Opening hours

| Day | Hours |
|---|---|
| Monday to Saturday | 10 am to 7 pm |

> A room without books is like a body without a soul.

### What we sell

1. Novels
2. Poetry
   - in translation

---

\`ISBN\` codes are printed on the back.`;

/** A copy of a book, to be paid by a link. */
const quotation = (customer: object, email: string) => ({
  customer,
  address: {
    fullname: "Zoya Khan",
    address1: "12 Temple Street",
    address2: "Malleswaram",
    place: "Bengaluru",
    state: "Karnataka",
    pincode: "560003",
    mobile: "9847012345",
    email,
  },
  lines: [{ bookId: 1, qty: 1 }],
  payment: "link",
  validUntil: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
});

/** Publishes a page with a contact form and a post, and sends a message with the form. */
async function makePages(guest: Visitor, admin: Visitor, post: Post) {
  const [ownPage, news] = [uniqueAddress("contact"), uniqueAddress("post")];
  const form = { intent: "save-page", version: "0", title: "About the shop", body: TEXT, published: "on" };
  await post(admin, "/admin/pages/new", { ...form, address: ownPage, hasContactForm: "on" });
  const dated = { ...form, title: LONG_TITLE, address: news, postedOn: "2026-01-05" };
  await post(admin, "/admin/pages/new?kind=news", dated);
  const email = newEmail();
  const message = { name: "Zoya", email, orderNumber: "", message: LONG_TITLE };
  await post(guest, `/${ownPage}`, { ...message, complaint: "on" });
  const asked = (await json(admin, "/orders/admin", {
    customer: { name: "Zoya", phone: "9847012345" },
    lines: [{ bookId: 1, qty: 1 }],
    payment: "link",
  })) as { payUrl: string };
  const zoya = { name: "Zoya", phone: "9847012345" };
  const quoted = (await json(admin, "/orders/admin/quotations", quotation(zoya, email))) as {
    id: number;
    url: string;
  };
  const list = await (await admin.request.get(`/admin/pages?q=${ownPage}`)).text();
  return {
    ownPage,
    post: news,
    pageId: /\/admin\/pages\/(\d+)/.exec(list)![1]!,
    payLink: new URL(asked.payUrl).search.slice(1),
    quotation: String(quoted.id),
    quotationLink: new URL(quoted.url).search.slice(1),
    complaint: await mailed(email, /\/complaints\/(\S+)/),
  };
}

/** Adds a book with a very long title, one in a right-to-left script, and two that are sold out. */
async function makeBooks(admin: Visitor) {
  const first = async (path: string) => (await json(admin, path))[0] as Record<string, number>;
  const [author, tag] = [await first("/authors/all"), await first("/booktags/all")];
  const [publisher, language] = [await first("/publishers/all"), await first("/languages/all")];
  const about = {
    brief: "For those who read every page.",
    isbn13: "9780143065838",
    price: 450,
    authorId: [author.authorId],
    booktagsId: [tag.booktagId],
    publisherId: publisher.publisherId,
    languageId: language.languageId,
  };
  const save = (bookId: number, title: string, stock: number) =>
    json(admin, "/books/update", { bookId, title, stock, ...about });
  const add = async (title: string, stock: number) => String((await save(0, title, stock)).bookId);
  const hide = async (id: string) => {
    await json(admin, `/books/admin/book/toggle/${id}`, {});
    return id;
  };
  const text = "Wrote novels, plays and songs.\n\nLived by the river.";
  await json(admin, `/authors/admin/${author.authorId}/page`, {
    nativeName: "নাম",
    text,
    website: "example.in",
  });
  const back = unique("Returned");
  const bought = unique("Letters");
  return {
    bought,
    ordered: await add(bought, 90),
    book: await add(`${LONG_TITLE} ${unique("v")}`, 90),
    urdu: await add(`بہت پرانی کتاب ${unique("u")}`, 9),
    soldOut: await add(unique("Vanished"), 0),
    comingBack: await add(back, 0),
    /** A book that was in the store. */
    gone: await hide(await add(unique("Gone"), 1)),
    /** Puts copies of `comingBack` into stock. */
    restock: async (id: string) => void (await save(Number(id), back, 5)),
  };
}
type Books = Awaited<ReturnType<typeof makeBooks>>;

/** Places an order in each state. */
async function makeOrders(customer: Visitor, admin: Visitor, post: Post, { bought, ordered, book }: Books) {
  const order = async (...steps: ("packing" | "despatch" | "delivery")[]) => {
    const id = String(await buy(customer, bought));
    for (const step of steps) {
      const data = step === "despatch" ? { logisticsId: 1, trackingno: `EK${id}IN` } : {};
      await json(admin, `/orders/admin/${id}/${step}`, data);
    }
    return id;
  };
  const paid = await order();
  const packed = await order("packing");
  const shipped = await order("packing", "despatch");
  const delivered = await order("packing", "despatch", "delivery");
  const asked = await order("packing", "despatch", "delivery");
  const approved = await order("packing", "despatch", "delivery");
  const cancelled = await order();
  await post(customer, `/orders/${cancelled}`, { intent: "cancel", reason: "Two by mistake" });
  for (const id of [asked, approved]) {
    const request = { [`copies-${ordered}`]: "1", reason: "damaged", remarks: "The spine is broken." };
    await post(customer, `/orders/${id}/return`, request);
  }
  const panel = `/admin/orders/${approved}?confirm=approve-return`;
  const returnId = /name="returnId" value="(\d+)"/.exec(await (await admin.request.get(panel)).text())![1]!;
  await post(admin, panel, { intent: "return", returnId, answer: "approve", note: "By India Post, please." });
  // The unpaid order comes last, since another order would replace it.
  await post(customer, "/cart", { intent: "add", bookId: book, quantity: "1" });
  const addressId = /edit=(\d+)/.exec(await (await customer.request.get("/account/addresses")).text())![1]!;
  const placing = { intent: "place-order", addressId, paymentMethod: "razorpay" };
  await post(customer, "/checkout", placing);
  const pending = /\/orders\/(\d+)/.exec(await (await customer.request.get("/orders")).text())![1]!;
  return { paid, packed, shipped, delivered, asked, approved, cancelled, pending, returnId };
}

/** Puts books into the cart, saved items and the wishlist, and writes a review. */
async function fillShelves(customer: Visitor, post: Post, { book, urdu, soldOut }: Books) {
  await post(customer, "/cart", { intent: "add", bookId: urdu, quantity: "1" });
  const cart = await (await customer.request.get("/cart")).text();
  await post(customer, "/cart/saved", {
    intent: "save",
    itemId: /name="itemId" value="(\d+)"/.exec(cart)![1]!,
  });
  for (const bookId of [book, "1"]) await post(customer, "/cart", { intent: "add", bookId, quantity: "2" });
  await post(customer, "/cart", { intent: "apply-coupon", code: "WELCOME10" });
  for (const bookId of [book, soldOut]) await post(customer, "/wishlist", { intent: "add", bookId });
  const review = { intent: "review", rating: "4", remarks: "Long, and worth it." };
  await post(customer, `/books/${book}?tab=reviews`, review);
}

/** Causes mails with links. @returns the links' queries */
async function makeMails(guest: Visitor, customer: Visitor, email: string, post: Post, books: Books) {
  const [reader, member] = [newEmail(), newEmail()];
  await post(guest, "/newsletter", { email: reader });
  await post(guest, "/newsletter", { email: member });
  await post(guest, "/forgot-password", { email });
  const change = { intent: "change-email", newEmail: newEmail(), currentPassword: PASSWORD };
  await post(customer, "/account", change);
  for (const id of [books.comingBack, books.soldOut])
    await post(guest, `/books/${id}/notify`, { intent: "ask", email: reader });
  await post(guest, "/books/wanted", { title: "The Lost Pages of a River", email: reader });
  await books.restock(books.comingBack);
  const subscribe = new URLSearchParams(await mailed(member, /\/newsletter\/confirm\?(\S+)/));
  await post(guest, "/newsletter/confirm", Object.fromEntries(subscribe));
  return {
    reader,
    confirmEmail: await mailed(email, /\/confirm-email\?(\S+)/),
    reset: await mailed(email, /\/resetpassword\?(\S+)/),
    changeEmail: await mailed(change.newEmail, /\/change-email\?(\S+)/),
    confirm: await mailed(reader, /\/newsletter\/confirm\?(\S+)/),
    unsubscribe: await mailed(member, /\/newsletter\/unsubscribe\?(\S+)/),
    stop: await mailed(reader, /\/books\/notify\/stop\?(\S+)/),
  };
}

/** Invites somebody to the staff. @returns the link's query */
async function invitationLink(admin: Visitor, post: Post): Promise<string> {
  const email = newEmail();
  const person = { email, firstName: "Leela", lastName: "Menon", job: "orders" };
  await post(admin, "/admin/staff?add=1", { intent: "invite", ...person });
  return mailed(email, /\/invitation\?(\S+)/);
}

/** The query of the link in the newest mail to this address that has one; soft line breaks are undone. */
async function mailed(email: string, link: RegExp): Promise<string> {
  let query: string | undefined;
  await expect(() => {
    const mails = mailsTo(email).map((mail) => mail.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
    query = mails.map((mail) => link.exec(mail)?.[1]).findLast(Boolean);
    expect(query, `${link} in a mail to ${email}`).toBeTruthy();
  }).toPass({ timeout: 20_000 });
  return query!.replace(/[<>"].*$/, "");
}
