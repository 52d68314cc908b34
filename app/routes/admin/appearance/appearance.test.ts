import { beforeAll, describe, expect, test } from "vitest";
import { catalogueBook } from "~/test/factories-catalogue";
import { openPage, readPage } from "~/test/pages";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const shop = testShop();
let staff: Browser;
beforeAll(async () => {
  staff = await staffBrowser(shop);
});
const seen = async (path = "/books") => (await openPage(guestBrowser(shop), path)).html;

describe("the announcement", () => {
  const PATH = "/admin/appearance/announcement";
  const empty = { text: "", linkLabel: "", to: "", startsOn: "", endsOn: "" };

  test("is above every page at once, with its link, and gone at once", async () => {
    expect(await seen()).not.toContain("Book fair");
    const sent = { ...empty, text: "Book fair", linkLabel: "See <more>", to: "/books?tag=Fair", version: 0 };
    expect(await readPage(staff.post(PATH, sent))).toMatchObject({ status: 303, to: PATH });
    for (const path of ["/", "/books", "/terms"]) {
      const html = await seen(path);
      expect(html).toMatch(/<aside aria-label="Announcement"[^>]*>.*Book fair.*href="\/books\?tag=Fair"/);
      expect(html).toContain("See &lt;more&gt;");
    }
    expect((await staff.post(PATH, { ...empty, version: 1 })).status).toBe(303);
    expect(await seen()).not.toContain("Announcement");
  });

  test("that is over or not yet due is not shown", async () => {
    for (const days of [{ endsOn: "2020-01-01" }, { startsOn: "2999-01-01" }]) {
      const html = (await openPage(staff, PATH)).html;
      const version = /name="version" value="(\d+)"/.exec(html)![1]!;
      expect((await staff.post(PATH, { ...empty, text: "Monsoon sale", version, ...days })).status).toBe(303);
      expect(await seen()).not.toContain("Monsoon sale");
    }
    expect((await openPage(staff, PATH)).html).toContain("Visitors see this announcement from 1 Jan 2999.");
  });

  test("keeps what was typed when a field is refused, and when somebody else saved first", async () => {
    const bad = await readPage(staff.post(PATH, { ...empty, text: "Half price", to: "javascript:alert(1)" }));
    expect(bad.status).toBe(400);
    expect(bad.html).toContain("Half price");
    expect(bad.html).toContain("must be an address of this shop that begins with /");
    const clash = await readPage(staff.post(PATH, { ...empty, text: "Half price", version: 0 }));
    expect(clash.status).toBe(409);
    expect(clash.html).toContain("This was changed while you were editing it");
    expect(clash.html).toMatch(/Stored now.*Monsoon sale.*Yours.*Half price/);
    const version = /name="version" value="(\d+)"/.exec(clash.html)![1]!;
    expect((await staff.post(PATH, { ...empty, text: "Half price", version })).status).toBe(303);
    expect(await seen()).toContain("Half price");
  });
});

describe("menus and footer", () => {
  const PATH = "/admin/appearance/menus";
  const menu = (intent: string, label: string[], to: string[], more: Record<string, string | number> = {}) =>
    readPage(staff.post(PATH, { part: "main-menu", version: 0, intent, label, to, ...more }));
  const rowsIn = (html: string, part = "main-menu") =>
    [...html.matchAll(new RegExp(`id="${part}-label-\\d+"[^>]*? value="([^"]*)"`, "g"))].map(
      ([, label]) => label,
    );

  test("rows are moved, removed and added in the form, unsaved", async () => {
    const [labels, targets] = [
      ["Books", "About us"],
      ["/books", "/about"],
    ];
    const moved = await menu("up-1", labels!, targets!);
    expect([moved.status, rowsIn(moved.html)]).toEqual([200, ["About us", "Books"]]);
    const dropped = await menu("drop-0", labels!, targets!);
    expect(rowsIn(dropped.html)).toEqual(["About us"]);
    const added = await menu("add", labels!, targets!);
    expect(rowsIn(added.html)).toEqual(["Books", "About us", ""]);
    expect(await seen()).not.toContain("About us");
    expect((await menu("up-9", labels!, targets!)).status).toBe(400);
  });

  test("the footer's links have the same form, and a place of their own", async () => {
    const footer = (intent: string, version = 0) =>
      menu(intent, ["Books", "Imprint"], ["/books", "/terms"], { part: "footer-menu", version });
    const rows = async (intent: string) => rowsIn((await footer(intent)).html, "footer-menu");
    expect(await rows("up-1")).toEqual(["Imprint", "Books"]);
    expect(await rows("down-0")).toEqual(["Imprint", "Books"]);
    expect(await rows("drop-0")).toEqual(["Imprint"]);
    expect(await rows("add")).toEqual(["Books", "Imprint", ""]);
    expect(await footer("save")).toMatchObject({ status: 303, to: PATH });
    const [top, bottom] = (await seen()).split("<footer");
    expect([top!.includes(">Imprint<"), bottom!.includes(">Imprint<")]).toEqual([false, true]);
    expect(await footer("reset", 1)).toMatchObject({ status: 303 });
    expect(await seen()).not.toContain(">Imprint<");
  });

  test("a saved menu is on every page; the first one can be had back", async () => {
    await catalogueBook(shop.db.write, { title: "Gora", tags: ["Poetry"], hidden: 1 });
    const saved = await menu(
      "save",
      ["Poetry", "", "Blog"],
      ["/books?tag=Poetry", "", "https://blog.example.in"],
    );
    expect(saved).toMatchObject({ status: 303, to: PATH });
    const nav = /<nav aria-label="Main"[^>]*>.*?<\/nav>/.exec(await seen())![0];
    expect(
      nav
        .replace(/<[^>]+>/g, " ")
        .trim()
        .split(/\s+/),
    ).toEqual(["Poetry", "Blog"]);
    expect(nav).toContain('href="https://blog.example.in"');
    expect(nav).not.toContain("menu-row");
    const six = ["Novels", "Poetry", "Women’s Writing", "From the Shop", "Bestsellers", "About us"];
    const long = await menu(
      "save",
      six,
      six.map(() => "/books"),
      { version: 1 },
    );
    expect(long.status).toBe(303);
    expect(await seen()).toMatch(/<\/header><nav aria-label="Main" class="menu-row">/);
    const refused = await menu("save", ["Poetry", "Blog"], ["/books", "blog"], { version: 2 });
    expect([refused.status, rowsIn(refused.html)]).toEqual([400, ["Poetry", "Blog"]]);
    expect(refused.html).toContain('value="blog"');
    expect(await menu("reset", [], [], { version: 0 })).toMatchObject({ status: 409 });
    expect(await menu("reset", [], [], { version: 2 })).toMatchObject({ status: 303 });
    expect(await seen()).toContain(">Bestsellers<");
  });

  test("a link that leads nowhere is named at its field, saved on request, and left out until its page is shown", async () => {
    const send = (intent: string) =>
      menu(intent, ["Books", "Our team"], ["/books", "/our-team"], { version: 3 });
    const warned = await send("save");
    expect([warned.status, rowsIn(warned.html)]).toEqual([400, ["Books", "Our team"]]);
    const fields = [...warned.html.matchAll(/<(?:input|select)[^>]* id="main-menu-to-\d"[^>]*>/g)];
    expect(fields.map(([field]) => field.includes('aria-invalid="true"'))).toEqual([false, true]);
    expect(warned.html).toContain("Visitors find nothing here");
    expect(warned.html).toMatch(/value="save-anyway"[^>]*>/);
    expect(await send("save-anyway")).toMatchObject({ status: 303, to: PATH });
    expect(await seen()).not.toContain("Our team");
    const page = { intent: "save-page", version: 0, title: "Team", body: "We.", address: "our-team" };
    const added = await readPage(staff.post("/admin/pages/new", page));
    const editor = async () => (await openPage(staff, added.to!)).html.replace(/<[^>]+>/g, "");
    expect(await editor()).toContain("Linked from the navigation bar (Menus and footer), which leaves");
    await staff.post(added.to!, { ...page, version: 1, published: "on" });
    expect(await seen()).toContain('href="/our-team"');
    expect(await editor()).toContain("Linked from the navigation bar (Menus and footer).");
    expect(await menu("reset", [], [], { version: 4 })).toMatchObject({ status: 303 });
  });

  test("a page is chosen from a list, or another address is typed; one that is hidden later stays, as typed", async () => {
    const page = { intent: "save-page", version: 0, title: "Our press", body: "We.", address: "our-press" };
    const written = await readPage(staff.post("/admin/pages/new", { ...page, published: "on" }));
    const chosenIn = (html: string) =>
      [
        ...html.matchAll(
          /<select[^>]* id="main-menu-to-\d+(?:-page)?".*?<option[^>]* selected=""[^>]*>([^<]*)</gs,
        ),
      ].map(([, label]) => label);
    const { version } = (await shop.db.read
      .selectFrom("frame_parts")
      .select("version")
      .where("name", "=", "main-menu")
      .executeTakeFirst()) ?? { version: 0 };
    const pages = ["/our-press", "other", "/news", ""];
    const labels = ["Press", "Abroad", "News", "Nothing"];
    const typed = ["/typed", "https://elsewhere.example/", "", "/typed"];
    const refused = await menu("save", labels, typed, { version, "to-page": pages as never });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain("Where it leads is required");
    expect(chosenIn(refused.html)).toEqual(["Our press", "Another address", "All news", "Please choose"]);
    const kept = { version, "to-page": pages.slice(0, 3) as never };
    expect(await menu("save", labels.slice(0, 3), typed.slice(0, 3), kept)).toMatchObject({ status: 303 });
    const bar = await seen();
    for (const to of ["/our-press", "https://elsewhere.example/", "/news"])
      expect(bar).toContain(`href="${to}"`);
    expect(bar).not.toContain("/typed");

    await staff.post(written.to!, { ...page, version: 1 });
    const { html } = await openPage(staff, PATH);
    expect(chosenIn(html)[0]).toBe("Another address");
    expect(html).toMatch(/<input[^>]* id="main-menu-to-0"[^>]* value="\/our-press"/);
    expect(await seen()).not.toContain("/our-press");
    expect(await menu("reset", [], [], { version: version + 1 })).toMatchObject({ status: 303 });
  });

  test("the words of the footer can be changed and emptied", async () => {
    const words = { part: "footer-words", sentence: "Poems since 1976", lastLine: "", version: 0 };
    expect((await staff.post(PATH, words)).status).toBe(303);
    const html = await seen();
    expect(html).toContain("Poems since 1976");
    expect(html).not.toContain("Titles are set in Eczar");
  });
});

test("featured books are moved by buttons, and the store follows", async () => {
  const PATH = "/admin/appearance/featured";
  const [second, first] = [
    await catalogueBook(shop.db.write, { title: "Number two", featured: 1 }),
    await catalogueBook(shop.db.write, { title: "Number one", featured: 1 }),
  ];
  const order = async () =>
    [...(await seen("/")).matchAll(/<h3[^>]*><a[^>]*href="\/books\/(\d+)[-"]/g)].map(([, id]) => Number(id));
  expect(await order()).toEqual([first, second]);
  const moved = await staff.post(PATH, { intent: `up-${second}` });
  expect([moved.status, moved.headers.get("Location")]).toEqual([303, PATH]);
  expect((await openPage(staff, PATH)).html).toContain("Number two is number 1 now");
  expect(await order()).toEqual([second, first]);
  expect((await staff.post(PATH, { intent: "reset" })).status).toBe(303);
  expect(await order()).toEqual([first, second]);
  expect((await staff.post(PATH, { intent: "up-999" })).status).toBe(404);
  expect((await staff.post(PATH, { intent: "sideways" })).status).toBe(400);
});
