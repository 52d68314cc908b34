import { createHash } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { setAccountStatus } from "~/domain/people/accounts/customers.server";
import { createCart, writeLine } from "~/domain/sales/cart/cart.server";
import { addToWishlist, removeFromWishlist } from "~/domain/readers/wishlist/wishlist.server";
import { savePage } from "~/domain/front/pages/staff-pages.server";
import { createStaff, setSettings } from "~/test/factories";
import { anyCharacter } from "~/test/checks/any-character";
import { catalogueBook, createReview, FULL_BOOK } from "~/test/factories-catalogue";
import { isOnPostgres } from "~/test/databases/postgres";
import { markOf } from "~/http/request/forms/typed-by.server";
import { Browser, customerBrowser, testShop } from "~/test/shop";

const shop = testShop();
let book: string;
let soldOut: string;
let author: string;
let bookId: number;
let soldOutId: number;

beforeAll(async () => {
  const db = shop.db.write;
  bookId = await catalogueBook(db, { ...FULL_BOOK, cover: null });
  soldOutId = await catalogueBook(db, { title: "Sold out", stock: 0, tags: ["Novel"] });
  for (let index = 0; index < 7; index++)
    await catalogueBook(db, { title: `Tale ${index}`, tags: ["Novel", "firstName"] });
  const fields = { body: "We *publish* books.", searchTitle: "", searchDescription: "", postedOn: null };
  const page = { ...fields, title: "Contact", address: "contact", hasContactForm: true, pictureId: null };
  const given = { id: null, kind: "page" as const, staffId: await createStaff(db), version: 0 };
  const saved = await savePage(db, { ...given, fields: { ...page, published: true } });
  if (!saved.ok) throw new Error(saved.message);
  const visitor = new Browser(shop.origin);
  const addressOf = async (path: string) => (await visitor.request(path)).headers.get("Location")!;
  book = await addressOf(`/books/${bookId}`);
  soldOut = await addressOf(`/books/${soldOutId}`);
  author = await addressOf("/authors/1");
});

interface Given {
  name: string;
  copies: number;
  wished: number;
}

/** A customer with so many copies in the cart and books on the wishlist. */
async function customer(
  { name, copies, wished }: Given,
  account: Parameters<typeof customerBrowser>[1] = {},
) {
  const browser = await customerBrowser(shop, { first_name: name, ...account });
  await fillCart(browser.accountId, copies);
  for (let id = bookId; id < bookId + wished; id++) await addToWishlist(shop.db.write, browser.accountId, id);
  return browser;
}

async function fillCart(accountId: number, copies: number) {
  if (copies === 0) return;
  await shop.db.write.transaction().execute(async (trx) => {
    const cart = await trx
      .selectFrom("carts")
      .select("id")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    const now = new Date();
    await writeLine(trx, cart?.id ?? (await createCart(trx, { accountId }, now)), bookId, copies, now);
  });
}

/** The page's data, as the browser decodes it. */
function dataOf(html: string): Record<string, Record<string, unknown>> {
  const line = /streamController\.enqueue\((".*?")\);<\/script>/.exec(html)![1]!;
  const slots = JSON.parse(JSON.parse(line) as string) as unknown[];
  const hydrate = (at: number): unknown => {
    if (at < 0) return at === -5 ? null : undefined;
    const slot = slots[at];
    if (Array.isArray(slot)) return slot.map((item: number) => hydrate(item));
    if (typeof slot !== "object" || slot === null) return slot;
    return Object.fromEntries(
      Object.entries(slot).map(([key, value]) => [hydrate(Number(key.slice(1))), hydrate(value as number)]),
    );
  };
  return (hydrate(0) as { loaderData: Record<string, Record<string, unknown>> }).loaderData;
}

/** What the page shows of its visitor, as its scripts read it. */
function ownOf(html: string, root: Record<string, unknown>) {
  const block = /<script id="own" type="application\/json">(.*?)<\/script>/s.exec(html)?.[1];
  if (block) return JSON.parse(block) as Record<string, unknown>;
  const { account, cartCount, wishlistCount } = root as {
    account: Record<string, unknown> | null;
  } & typeof root;
  return { firstName: account?.firstName ?? "", cartCount, wishlistCount, mark: account?.mark ?? "" };
}

/** A page without what each rendering has of its own: its nonce, and the time at which its forms were shown. */
async function readAnswer(response: Response) {
  const policy = response.headers.get("Content-Security-Policy")!;
  const text = await response.text();
  const data = dataOf(text);
  const stamp = String(data.root!.formStamp);
  const own = ownOf(text, data.root!);
  // What a cached page has in its block instead.
  const {
    isShared,
    account,
    cartCount: _copies,
    wishlistCount: _wished,
    formStamp: _stamp,
    ...root
  } = data.root!;
  const { firstName: _name, mark: _mark, ...rest } = (account ?? {}) as Record<string, unknown>;
  return {
    text,
    /** Around its data, block and nonces. */
    html: text
      .replaceAll(stamp, "STAMP")
      .replace(/<script id="own".*?<\/script>/s, "")
      .replace(/enqueue\("(?:[^"\\]|\\.)*"\)/, "")
      .replace(/ nonce="[^"]*"/g, ""),
    data: { ...data, root: { ...root, account: account && rest } } as typeof data,
    own,
    policy,
    isShared,
    // A cached page's answer has no id in the log.
    isKept: !response.headers.has("X-Request-Id"),
  };
}

/** The same page in both ways: rendered for this customer alone, as whoever has a flash cookie gets it, and kept. */
async function bothWays(browser: Browser, path: string) {
  const kept = await readAnswer(await browser.get(path));
  const cookie = `${browser.cookieHeader()}; flash=none`;
  const rendered = await readAnswer(
    await fetch(shop.origin + path, { headers: { Cookie: cookie }, redirect: "manual" }),
  );
  expect([path, kept.isKept, rendered.isKept]).toEqual([path, true, false]);
  expect(kept.own).toEqual(rendered.own);
  expect(kept.data).toEqual(rendered.data);
  expect(kept.html).toBe(rendered.html);
  return { kept, rendered };
}

const pages = () => [
  "/",
  "/index",
  "/books",
  "/books?tag=Novel&sort=title",
  "/books?q=tale&page=0",
  book,
  `${book}?tab=reviews`,
  soldOut,
  author,
  "/categories",
  "/bestsellers",
  "/terms",
  "/privacy",
  "/news",
];

/** Pages with a form that has the customer's address in it. */
const FOR_ONE = ["/contact", "/books?q=none"];

describe("a page cached for customers is the page that is rendered for one alone, byte for byte around data and nonces", () => {
  const people: [string, Given, Parameters<typeof customerBrowser>[1]][] = [
    ["with many copies and books", { name: "Zubeida", copies: 9731, wished: 4 }, {}],
    ["with one of each", { name: "Yamini", copies: 1, wished: 1 }, { email_confirmed_at: null }],
    ["with none", { name: "Xerxes", copies: 0, wished: 0 }, { show_recommendations: 0 }],
  ];
  for (const [title, given, account] of people) {
    test(title, async () => {
      const browser = await customer(given, account);
      for (const path of pages()) {
        const { kept } = await bothWays(browser, path);
        expect(kept.html).toContain(`Hi, ${given.name}<`);
        // Its data has nothing of the customer.
        expect(kept.isShared).toBe(true);
        expect(JSON.stringify(kept.data)).not.toContain(given.name);
      }
    });
  }

  test("with a book on the wishlist and a mail asked for, each on its page alone", async () => {
    const browser = await customer({ name: "Widad", copies: 2, wished: 0 });
    const { accountId } = browser;
    const plain = await bothWays(browser, book);
    await addToWishlist(shop.db.write, accountId, soldOutId);
    await shop.db.write
      .insertInto("stock_alerts")
      .values({
        book_id: soldOutId,
        email: "w@example.com",
        account_id: accountId,
        requested_at: "2026-01-01",
      })
      .execute();
    for (const path of [book, `${book}?tab=reviews`, soldOut]) {
      const { kept } = await bothWays(browser, path);
      expect(kept.html).not.toBe(plain.kept.html);
      expect(kept.html.includes("Stop waiting")).toBe(path === soldOut);
    }
    const other = await customer({ name: "Vikram", copies: 2, wished: 0 });
    expect((await bothWays(other, soldOut)).kept.html).not.toContain("Stop waiting");
  });

  const odd = [
    "<b>bold</b>",
    "\"quoted'",
    "back\\slash\\",
    "</script><script>alert(1)</script>",
    "<!--",
    "]]>",
    "\u2028\u2029",
    "😀👩‍👩‍👧",
    "\u202eעברית مرحبا",
    "$& $1 $` $'",
    "${x} {{y}} <%= z %> #{w}",
    "&amp;&lt;",
    "firstName",
    "Novel",
    "customer",
    "root",
    "true",
    "null",
    "9731",
    "0",
    "1e3",
    "t0t",
    "n",
    "\t",
    " ",
    "x".repeat(20_000),
    "\u0000\u0007\r\n",
    "__proto__",
    "constructor",
    "\ufeff",
    "Hi, Hi, Asha",
    "<style>",
    ")",
  ];

  test("whatever the name", async () => {
    const browser = await customer({ name: "Ulka", copies: 3, wished: 0 });
    const showsName = async (name: string) => {
      await shop.db.write
        .updateTable("accounts")
        .set({ first_name: name, last_name: name })
        .where("id", "=", browser.accountId)
        .execute();
      const { kept } = await bothWays(browser, "/news");
      // PostgreSQL cannot hold NUL.
      const firstName = isOnPostgres ? name.replaceAll("\0", "\uFFFD").toWellFormed() : name;
      expect(kept.own).toMatchObject({ firstName });
      expect(kept.html).not.toContain("<script>alert");
    };
    for (const name of odd) await showsName(name);
    await fc.assert(fc.asyncProperty(fc.string({ unit: anyCharacter, minLength: 1 }), showsName), {
      numRuns: 25,
    });
  });
});

test("a page with the customer's own review, name or address in it is rendered for one alone, each time", async () => {
  const remarks = 'Read it "twice".\n\n</textarea><script>alert(1)</script> & ${again} $& \\';
  const owner = await customer({ name: "Widad", copies: 2, wished: 0 }, { email: "widad@example.com" });
  await createReview(shop.db.write, { bookId, accountId: owner.accountId, rating: 3, remarks });
  const other = await customer({ name: "Vikram", copies: 2, wished: 0 }, { email: "vikram@example.com" });
  for (let times = 0; times < 2; times += 1)
    for (const path of FOR_ONE)
      for (const [browser, email] of [
        [owner, "widad@example.com"],
        [other, "vikram@example.com"],
      ] as const) {
        const { isKept, text } = await readAnswer(await browser.get(path));
        expect([path, isKept]).toEqual([path, false]);
        expect(text.match(/(?:widad|vikram)@example\.com/g)!.every((found) => found === email)).toBe(true);
      }
  const reviews = `${book}?tab=reviews`;
  const own = await readAnswer(await owner.get(reviews));
  expect(own.isKept).toBe(false);
  expect(own.html).not.toContain("<script>alert");
  const others = await readAnswer(await other.get(reviews));
  expect(others.isKept).toBe(true);
  expect(Object.values(others.data).find((loaded) => loaded && "own" in loaded)!.own).toMatchObject({
    review: null,
  });
});

test("two hundred customers at once each get their own name and counts on every page", async () => {
  const db = shop.db.write;
  const people = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const given = { name: `Person-${index}-`, copies: 1000 + index, wished: index % 3 };
      return { given, browser: await customer(given) };
    }),
  );
  const paths = pages();
  const look = async ({ given, browser }: (typeof people)[number], path: string) => {
    const { text, data, own: shown, isKept } = await readAnswer(await browser.get(path));
    expect(isKept).toBe(true);
    expect(new Set(text.match(/Person-\d+-/g))).toEqual(new Set([given.name]));
    expect(new Set(text.match(/Cart, \d+ items/g))).toEqual(new Set([`Cart, ${given.copies} items`]));
    expect(shown).toMatchObject({
      firstName: given.name,
      cartCount: given.copies,
      wishlistCount: given.wished,
      mark: markOf(browser.accountId),
    });
    expect(new Set(/value="(\d+\.[^"]+)"/.exec(text)?.slice(1))).toEqual(
      new Set(text.includes('name="typedBy"') ? [markOf(browser.accountId)] : []),
    );
    const own = Object.values(data).find((loaded) => loaded && "own" in loaded)?.own;
    if (path === book) expect(own).toMatchObject({ isWished: given.wished > 0 });
  };
  // Pages are dropped meanwhile, so that some are rendered while others wait for them.
  await Promise.all([
    ...people.flatMap((person, index) =>
      [0, 5, 11].map((step) => look(person, paths[(index + step) % paths.length]!)),
    ),
    setSettings(db, { supportEmail: "other@example.com" }),
  ]);
});

test("the next answer shows another name, another cart, another wishlist, and the end of the session", async () => {
  const browser = await customer({ name: "Tara", copies: 5, wished: 2 });
  const seen = async () => {
    const { own, data } = await readAnswer(await browser.get("/books"));
    return { ...own, account: data.root!.account };
  };
  expect(await seen()).toMatchObject({ firstName: "Tara", cartCount: 5, wishlistCount: 2 });
  const { accountId } = browser;
  await fillCart(accountId, 6);
  expect(await seen()).toMatchObject({ cartCount: 6 });
  await removeFromWishlist(shop.db.write, accountId, bookId);
  expect(await seen()).toMatchObject({ wishlistCount: 1 });
  await shop.db.write
    .updateTable("accounts")
    .set({ first_name: "Sita", email_confirmed_at: null })
    .where("id", "=", accountId)
    .execute();
  expect(await seen()).toMatchObject({ firstName: "Sita", account: { emailConfirmed: false } });
  const staffId = await createStaff(shop.db.write);
  await setAccountStatus(shop.db.write, { accountId, status: "inactive", staffId });
  expect(await seen()).toMatchObject({ account: null, cartCount: 0 });
});

test("an answer is private, without an ETag, and allows its scripts by their hashes", async () => {
  const browser = await customer({ name: "Rani", copies: 2, wished: 0 });
  // A cookie that pages do not read.
  browser.setCookie("device", "known");
  for (let times = 0; times < 2; times += 1) {
    const answer = await browser.get("/books");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "private, no-store",
      vary: "Cookie, Save-Data",
      "x-content-type-options": "nosniff",
    });
    expect(answer.headers.get("etag")).toBeNull();
    const { isKept, text, policy } = await readAnswer(answer);
    expect(isKept).toBe(true);
    const scripts = [...text.matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)].filter(
      ([, attributes]) => !/ src=| type="application\/json"/.test(attributes!),
    );
    expect(scripts.length).toBeGreaterThan(2);
    for (const [, attributes, body] of scripts) {
      expect(attributes).not.toContain("nonce");
      expect(policy).toContain(`'sha256-${createHash("sha256").update(body!).digest("base64")}'`);
    }
  }
});
