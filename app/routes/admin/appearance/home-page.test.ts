import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { openPage, readPage } from "~/test/pages";
import { picture } from "~/test/files/pictures";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const PAGE = "/admin/appearance";
const shop = testShop();
let staff: Browser;
let other: Browser;
beforeAll(async () => {
  staff = await staffBrowser(shop);
  other = await staffBrowser(shop, { first_name: "Mira" });
});
beforeEach(async () => {
  await shop.db.write
    .updateTable("home_draft")
    .set({ blocks: null, account_id: null, changed_at: null })
    .execute();
  await shop.db.write.deleteFrom("home_versions").execute();
  // Nothing but a publication changes what visitors see.
  await shop.db.write
    .updateTable("catalogue_version")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .execute();
});

const home = async () => (await openPage(guestBrowser(shop), "/")).html;
const preview = async () => (await openPage(staff, `${PAGE}/preview`)).html;
const versionIn = (html: string) => /name="version" value="(\d+)"/.exec(html)?.[1] ?? "0";
const version = async () => versionIn((await openPage(staff, `${PAGE}?confirm=discard-1`)).html);
const HERO = {
  intent: "save-block",
  version: 0,
  title: "Poems since 1976",
  text: "",
  button: "",
  to: "",
  find: "",
  findAsked: "",
};
const QUOTE = { intent: "save-block", version: 0, text: "Where the mind is without fear", source: "" };
const editHero = (given = {}, browser = staff) =>
  readPage(browser.post(`${PAGE}?edit=hero-1`, { ...HERO, ...given }));

test("the form of a block shows and names what is stored", async () => {
  const { html } = await openPage(staff, `${PAGE}?edit=hero-1`);
  const form = html.split("<dialog")[1]!;
  for (const name of ["title", "text", "button", "to"]) expect(form).toContain(` name="${name}"`);
  expect(form).toContain('value="Every language here has a book for you"');
});

test("the home page of a new shop has the words of the specification", async () => {
  const html = await home();
  const headings = [...html.matchAll(/<h[12][^>]*>(.*?)<\/h[12]>/g)].map(([, text]) => text);
  expect(headings).toEqual([
    "Every language here has a book for you",
    "Wide selection",
    "Easy checkout",
    "Personalised recommendations",
    "Letters about books",
  ]);
});

test("a block's form has the fields of its declaration, with their values", async () => {
  const { html } = await openPage(staff, `${PAGE}?edit=hero-1`);
  const names = [...html.split("<dialog")[1]!.matchAll(/<(?:input|textarea|select)[^>]* name="(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(names).toEqual(["version", "title", "text", "button", "to", "find", "findAsked", "words"]);
  expect(html).toContain('value="Every language here has a book for you"');
});

describe("a change", () => {
  test("is in the preview, not in the store; publishing shows it at once, and it is listed", async () => {
    await home();
    expect(await editHero()).toMatchObject({ status: 303, to: PAGE });
    expect(await readPage(staff.post(`${PAGE}?add=quotation`, QUOTE))).toMatchObject({ status: 303 });
    await staff.post(PAGE, { intent: "hide-2" });
    await staff.post(PAGE, { intent: "down-1" });
    expect(await home()).toContain("Every language here");
    const drafted = await preview();
    expect(drafted).toContain("This is the draft. Visitors do not see it yet.");
    expect(drafted).toMatch(/<h1>Poems since 1976<\/h1>.*“Where the mind is without fear”/);
    expect(drafted).not.toContain("<h2>Wide selection");
    const { html } = await openPage(staff, PAGE);
    expect(html).toContain("Changed: Opening ‘Poems since 1976’ (Title, Text, Words of the button");
    const published = { intent: "publish", version: versionIn(html) };
    expect(await readPage(staff.post(PAGE, published))).toMatchObject({ status: 303, to: PAGE });
    const seen = await home();
    expect(seen).toContain("<h1>Poems since 1976</h1>");
    expect(seen).toMatch(/<link rel="stylesheet" href="\/assets\/more-blocks-[^"]+\.css"/);
    expect((await openPage(staff, PAGE)).html).toMatch(/Published versions.*Added: Quotation/);
    expect(await preview()).toContain("Visitors see this page.");
  });

  test("with a mistake is refused at its field, with what was typed", async () => {
    const refused = await editHero({ title: "", text: "A long text", to: "//evil.example" });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Title is required");
    expect(refused.html).toContain("Where the button leads must be an address of this shop");
    expect(refused.html).toMatch(/<textarea[^>]*>A long text/);
    expect(await preview()).toContain("Every language here");
  });

  test("of a block that somebody else changed is shown beside theirs, and can be saved then", async () => {
    await editHero({ title: "Theirs" }, other);
    const clash = await editHero({ title: "Mine" });
    expect(clash.status).toBe(409);
    expect(clash.html).toMatch(/Opening: Title.*Stored now.*Theirs.*Yours.*Mine/);
    expect(
      await editHero({ title: "Mine", version: versionIn(clash.html.split("<dialog")[1]!) }),
    ).toMatchObject({
      status: 303,
    });
    expect(await preview()).toContain("<h1>Mine</h1>");
  });

  test("of a block that somebody else removed is not lost", async () => {
    await staff.post(`${PAGE}?add=quotation`, QUOTE);
    const { html } = await openPage(staff, PAGE);
    const [, id] = /edit=quotation-(\d+)/.exec(html)!;
    const path = `${PAGE}?edit=quotation-${id}`;
    const revision = versionIn((await openPage(staff, path)).html.split("<dialog")[1]!);
    await other.post(PAGE, { intent: "remove", id: id!, version: revision });
    expect((await openPage(staff, path)).html).toContain("somebody has removed it");
    const lost = await readPage(staff.post(path, { ...QUOTE, source: "Tagore", version: revision }));
    expect(lost.status).toBe(409);
    expect(lost.html).toContain("Save again to add it with what you typed");
    expect(lost.html).toContain('value="Tagore"');
    expect((await staff.post(path, { ...QUOTE, source: "Tagore", version: 0 })).status).toBe(303);
    expect(await preview()).toContain("Tagore");
  });
});

test("a draft that changed since the page was opened is neither published nor discarded", async () => {
  await editHero();
  const seen = await version();
  await editHero({ title: "Theirs", version: 0 }, other);
  await other.post(PAGE, { intent: "hide-2" });
  for (const intent of ["publish", "discard"]) {
    await staff.post(PAGE, { intent, version: seen });
    expect((await openPage(staff, PAGE)).html).toContain(
      "Somebody has changed the draft since you opened this page",
    );
  }
  expect(await home()).toContain("Every language here");
  await staff.post(PAGE, { intent: "discard", version: await version() });
  expect(await preview()).toContain("Every language here");
});

test("the list of changes says that a new block is hidden", async () => {
  await staff.post(`${PAGE}?add=quotation`, QUOTE);
  const [, id] = /edit=quotation-(\d+)/.exec((await openPage(staff, PAGE)).html)!;
  await staff.post(PAGE, { intent: `hide-${id}` });
  expect((await openPage(staff, PAGE)).html).toMatch(/<li[^>]*>Added: Quotation [^<]*, hidden</);
  await staff.post(PAGE, { intent: `show-${id}` });
  expect((await openPage(staff, PAGE)).html).not.toMatch(/<li[^>]*>Added: Quotation [^<]*, hidden</);
});

test("an earlier version comes back as a draft", async () => {
  await editHero();
  await staff.post(PAGE, { intent: "publish", version: await version() });
  await staff.post(PAGE, { intent: "remove", id: 2, version: 0 });
  await staff.post(PAGE, { intent: "publish", version: await version() });
  const { html } = await openPage(staff, PAGE);
  const [, id] = /confirm=restore-(\d+)/.exec(html)!;
  expect(html).toContain("?confirm=first-1");
  expect((await openPage(staff, `${PAGE}?confirm=first-1`)).html).toContain(
    "The page as the shop came becomes",
  );
  const asked = await openPage(staff, `${PAGE}?confirm=restore-${id}`);
  expect(asked.html).toContain("Bring this version back?");
  await staff.post(PAGE, { intent: "restore", id: id!, version: versionIn(asked.html) });
  expect(await preview()).toContain("Wide selection");
  expect(await home()).not.toContain("Wide selection");
  await staff.post(PAGE, { intent: "first", version: await version() });
  expect(await preview()).toContain("Every language here");
});

describe("chosen books", () => {
  test("are found, added, moved and removed in the form, and saved with it in their order", async () => {
    const one = await catalogueBook(shop.db.write, { title: "Kalidasa One" });
    const two = await catalogueBook(shop.db.write, { title: "Kalidasa Two" });
    const shelf = { version: 0, heading: "Chosen", source: "picked", tag: "", author: "", count: 8 };
    const send = (intent: string, books: number[], find = "", findAsked = find) =>
      readPage(staff.post(`${PAGE}?add=shelf`, { ...shelf, intent, books, find, findAsked }));
    const found = await send("find", [], "Kalidasa");
    expect(found.html).toMatch(new RegExp(`value="pick-${one}"`));
    expect(found.html).toContain('value="Chosen"');
    // Enter in the search box sends the button that saves.
    expect((await send("save-block", [], "Kalidasa", "")).html).toContain(`value="pick-${two}"`);
    const picked = (html: string) =>
      [...html.matchAll(/name="books" value="(\d+)"/g)].map(([, id]) => Number(id));
    expect(picked((await send(`pick-${one}`, [two])).html)).toEqual([two, one]);
    expect(picked((await send(`earlier-${one}`, [two, one])).html)).toEqual([one, two]);
    expect(picked((await send(`later-${one}`, [one, two])).html)).toEqual([two, one]);
    expect(picked((await send(`drop-${two}`, [two, one])).html)).toEqual([one]);
    expect((await send("save-block", [two, one])).status).toBe(303);
    const html = await preview();
    expect(html.indexOf("Kalidasa Two")).toBeLessThan(html.lastIndexOf("Kalidasa One"));
    expect((await send("pick-none", [])).status).toBe(400);
    expect((await send("find", [], "Zzzz")).html).toContain("No further visible book was found.");
    const nameless = { ...shelf, heading: "", intent: "save-block", books: [one], find: "", findAsked: "" };
    const refused = await readPage(staff.post(`${PAGE}?add=shelf`, nameless));
    expect([refused.status, refused.html.includes("Heading is required")]).toEqual([400, true]);
    expect(picked(refused.html)).toEqual([one]);
  });
});

describe("a text with picture", () => {
  const BLOCK = {
    version: "0",
    heading: "Us",
    text: "**Since** 1976",
    side: "left",
    button: "",
    to: "",
    picture: "",
  };
  const path = `${PAGE}?add=textWithPicture`;

  test("takes an uploaded picture with its description, which is kept while the page shows it", async () => {
    const bytes = await picture(600, 400).png().toBuffer();
    const file1 = new File([new Uint8Array(bytes)], "us.png");
    const saved = await readPage(
      staff.postFiles(path, { ...BLOCK, intent: "save-block", file1, alt: "Our press" }),
    );
    expect(saved.status).toBe(303);
    expect(await preview()).toMatch(
      /<strong>Since<\/strong>[^]*<img src="\/coverpages\/picture-[^>]*alt="Our press"/,
    );
    // Below other blocks it loads when it is scrolled to; the first block's is in view.
    expect(await preview()).toMatch(/alt="Our press" loading="lazy"/);
    for (const id of [1, 2, 3, 4, 5]) await staff.post(PAGE, { intent: `hide-${id}` });
    expect(await preview()).toMatch(/alt="Our press" fetchpriority="high"/);
    const uses = await shop.db.read
      .selectFrom("picture_uses")
      .selectAll()
      .where("subject", "=", "home")
      .execute();
    expect(uses).toHaveLength(1);
  });

  test("refuses a file that is none, and one without a description, with what was typed", async () => {
    const file1 = new File(["<svg/>"], "us.png");
    const sent = { ...BLOCK, intent: "upload", file1 };
    const bad = await readPage(staff.postFiles(path, { ...sent, alt: "Our press" }));
    expect([bad.status, bad.html]).toEqual([400, expect.stringContaining("not a JPEG, PNG or WebP")]);
    expect(bad.html).toMatch(/<textarea[^>]*>\*\*Since\*\* 1976/);
    const nameless = await readPage(staff.postFiles(path, { ...sent, alt: "" }));
    expect([nameless.status, nameless.html]).toEqual([
      400,
      expect.stringContaining("say what the picture shows"),
    ]);
  });
});

test("only the preview may be in a frame, and only in one of this shop", async () => {
  const policy = async (path: string) => {
    const { headers } = await staff.get(path);
    const ancestors = /frame-ancestors ([^;]+)/.exec(headers.get("Content-Security-Policy")!)![1];
    return [ancestors, headers.get("X-Frame-Options")];
  };
  expect(await policy(`${PAGE}/preview?within=editor`)).toEqual(["'self'", "SAMEORIGIN"]);
  expect(await policy(PAGE)).toEqual(["'none'", "DENY"]);
  expect((await openPage(staff, `${PAGE}/preview?within=editor`)).html).toContain(' inert=""');
});

test("the newsletter's subscribers agree to the words that they read", async () => {
  const words = { intent: "save-block", version: 0, heading: "Letters", text: "Twice a year." };
  await staff.post(`${PAGE}?edit=newsletter-5`, words);
  await staff.post(PAGE, { intent: "publish", version: await version() });
  expect((await openPage(guestBrowser(shop), "/newsletter")).html).toContain("Twice a year.");
});

test("unknown forms and blocks are refused", async () => {
  expect((await staff.post(PAGE, { intent: "explode" })).status).toBe(400);
  expect((await staff.post(PAGE, { intent: "restore", id: 99_999, version: 0 })).status).toBe(404);
  expect((await staff.post(`${PAGE}?add=shelf`, { intent: "explode" })).status).toBe(400);
  expect((await staff.post(`${PAGE}?add=quotation`, { ...QUOTE, version: "x" })).status).toBe(303);
  expect((await staff.post(`${PAGE}?add=newsletter`, { heading: "x", intent: "save-block" })).status).toBe(
    400,
  );
});
