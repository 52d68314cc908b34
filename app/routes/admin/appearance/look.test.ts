import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formFields, pageHtml } from "~/test/pages";
import { jpeg } from "~/test/files/pictures";
import { type Browser, guestBrowser, staffBrowser, testShop } from "~/test/shop";

const PAGE = "/admin/appearance/look";

const shop = testShop();
let staff: Browser;
let colleague: Browser;

beforeAll(async () => {
  staff = await staffBrowser(shop, { first_name: "Asha", last_name: "Rao" });
  colleague = await staffBrowser(shop, { first_name: "Meera", last_name: "Nair" });
});
beforeEach(async () => {
  await shop.db.write.deleteFrom("settings").execute();
});

const text = async (browser: Browser, url: string) => (await browser.get(url)).text();
const stored = async () =>
  Object.fromEntries(
    (await shop.db.read.selectFrom("settings").select(["key", "value"]).execute()).map(({ key, value }) => [
      key,
      JSON.parse(value) as unknown,
    ]),
  );

/** Opens the page and sends its form with these entries, as a browser without scripts does. */
async function send(browser: Browser, entries: Record<string, string>) {
  const hidden = formFields(await text(browser, PAGE), PAGE);
  return browser.post(PAGE, {
    ...hidden,
    intent: "save-look",
    accent: "#9c2f1c",
    picked: "#9c2f1c",
    face: "eczar",
    ...entries,
  });
}

describe("a saved look is used at once", () => {
  test("guests' pages, kept ones too, get the sheet, the face's file and the colours of the bars", async () => {
    const visitor = guestBrowser(shop);
    const before = await text(visitor, "/");
    expect(before).not.toContain("/look/");
    expect(before).toContain('<meta name="theme-color" content="#faf6ee"');
    expect((await send(staff, { accent: "#0B5D4A", face: "jost" })).status).toBe(303);
    expect(await text(staff, PAGE)).toContain("Look updated successfully!");

    const after = await text(visitor, "/");
    expect(after).toContain('<style data-of="/look/page-2-0b5d4a-jost.css">');
    expect(after).toContain(
      '<meta name="theme-color" content="#0b5d4a" media="(prefers-color-scheme: light)"',
    );
    const font = /<link rel="preload" href="([^"]*\.woff2)" as="font"/.exec(after)![1]!;
    expect((await visitor.get(font)).headers.get("Content-Type")).toBe("font/woff2");
    // The sheet comes after the shop's own, whose tokens it replaces.
    expect(after.indexOf("/look/page-")).toBeGreaterThan(after.indexOf("/assets/app-"));

    const sheet = await visitor.get("/look/page-2-0b5d4a-jost.css");
    expect(sheet.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
    expect(sheet.headers.get("Cache-Control")).toContain("max-age=31536000, immutable");
    const css = await sheet.text();
    expect(css).toContain("--accent:light-dark(#0b5d4a,");
    expect(css).toContain(font);
    for (const [, file] of css.matchAll(/url\(([^)]+)\)/g))
      expect([file, (await visitor.get(file!)).status]).toEqual([file, 200]);
    const manifest = (await (await visitor.get("/manifest.webmanifest")).json()) as { theme_color: string };
    expect(manifest.theme_color).toBe("#0b5d4a");

    expect((await send(staff, { accent: "" })).status).toBe(303);
    expect(await text(visitor, "/")).not.toContain("/look/");
  });

  test("other names of sheets are not found", async () => {
    for (const name of ["page-2-0b5d4a-papyrus.css", "page-9-0b5d4a-jost.css", "x.css"])
      expect((await guestBrowser(shop).get(`/look/${name}`)).status).toBe(404);
  });
});

describe("a colour", () => {
  test("that cannot be read is refused at its field, and the nearest that can is one press away", async () => {
    const refused = await send(staff, { accent: "#ffd54a", face: "gelasio" });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(html).toContain("#ffd54a is too light: links on the page would have a contrast of");
    expect(html).toMatch(/<input[^>]*name="accent"[^>]*value="#ffd54a"/);
    const offered =
      /<button[^>]*value="(#[\da-f]{6})"[^>]*name="take"|<button[^>]*name="take"[^>]*value="(#[\da-f]{6})"/
        .exec(html)!
        .slice(1)
        .find(Boolean)!;
    expect(await stored()).toEqual({});
    const taken = await staff.post(PAGE, {
      ...formFields(html, PAGE),
      accent: "#ffd54a",
      picked: "#ffd54a",
      face: "gelasio",
      take: offered,
    });
    expect(taken.status).toBe(200);
    const filled = await taken.text();
    expect(filled).toMatch(new RegExp(`<input[^>]*name="accent"[^>]*value="${offered}"`));
    expect(filled).toContain("Not saved yet.");
    expect((await send(staff, { accent: offered, picked: offered, face: "gelasio" })).status).toBe(303);
    expect(await stored()).toMatchObject({ accent: offered, displayFace: "gelasio" });
  });

  test("can be chosen by the browser's chooser; a typed one counts more", async () => {
    await send(staff, { picked: "#31459b" });
    expect(await stored()).toMatchObject({ accent: "#31459b" });
    await send(staff, { accent: "#0b5d4a", picked: "#123456" });
    expect(await stored()).toMatchObject({ accent: "#0b5d4a" });
  });

  test("is looked at before it is saved", async () => {
    const answer = await send(staff, { intent: "preview", accent: "#31459b", face: "rozha-one" });
    expect(answer.status).toBe(200);
    const html = await answer.text();
    expect(html).toContain("/look/preview-2-31459b-eczar.css");
    expect(html).toContain("look-preview is-dark face-rozha-one");
    expect(await stored()).toEqual({});
  });

  test.each(["red", "#12345", '"><script>', "#0b5d4g"])("%j is refused at its field", async (accent) => {
    const answer = await send(staff, { accent });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("Please type a colour as # and six digits or letters from a to f");
    expect(await stored()).toEqual({});
  });
});

test("the second of two people is told, keeps what they typed, and can save again", async () => {
  const opened = formFields(await text(colleague, PAGE), PAGE);
  await send(staff, { accent: "#0b5d4a" });
  const mine = { intent: "save-look", accent: "#31459b", picked: "#31459b", face: "jost" };
  const refused = await colleague.post(PAGE, { ...opened, ...mine });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("Changed meanwhile by Asha Rao to “#0b5d4a”. Save again to replace that.");
  expect(html).toMatch(/<input[^>]*name="accent"[^>]*value="#31459b"/);
  expect((await colleague.post(PAGE, { ...formFields(html, PAGE), ...mine })).status).toBe(303);
  expect(await stored()).toMatchObject({ accent: "#31459b", displayFace: "jost" });
});

describe.each([
  ["logo", 720, 360],
  ["icon", 400, 400],
] as const)("the %s", (picture, width, height) => {
  const post = (bytes: Uint8Array | null, verb = "upload") =>
    staff.postFiles(`${PAGE}${picture === "icon" ? "?picture=icon" : ""}`, {
      intent: `${verb}-${picture}`,
      file1: bytes && new File([new Uint8Array(bytes)], "picture.png"),
    });

  test("is on every page until it is removed", async () => {
    const isDefault = picture === "logo" ? 'src="/logo.svg"' : 'href="/favicon.svg"';
    expect(await text(guestBrowser(shop), "/")).toContain(isDefault);
    expect((await post(await jpeg(width, height))).status).toBe(303);
    expect(await text(staff, PAGE)).toContain("updated successfully!");
    const name = (await stored())[picture] as string;
    const page = await text(guestBrowser(shop), "/");
    const manifest = await text(guestBrowser(shop), "/manifest.webmanifest");
    const shown =
      picture === "logo"
        ? [`<img src="/coverpages/${name}" alt="" width="72" height="36"`]
        : [32, 180].map((size) => `href="/coverpages/${name.replace("-512.", `-${size}.`)}"`);
    for (const part of shown) expect(page).toContain(part);
    if (picture === "icon") {
      expect(manifest).toContain(name.replace("-512.", "-maskable."));
      expect(manifest).not.toContain("/icons/");
      for (const [, file] of page.matchAll(/href="(\/coverpages\/icon-[^"]+)"/g))
        expect((await guestBrowser(shop).get(file!)).headers.get("Content-Type")).toBe("image/png");
    }
    expect((await post(null, "remove")).status).toBe(303);
    expect(await text(guestBrowser(shop), "/")).toContain(isDefault);
    expect((await guestBrowser(shop).get(`/coverpages/${name}`)).status).toBe(404);
  });

  test.each([
    ["no file", null, "Please choose an image"],
    ["an SVG", Buffer.from("<svg/>"), "The file is not a JPEG, PNG or WebP image"],
    ["a file of 15 MB", new Uint8Array(15_000_000), "The image must be at most 10 MB"],
  ])("%s is refused at its field", async (_, bytes, message) => {
    const answer = await post(bytes);
    expect(answer.status).toBe(400);
    const html = await answer.text();
    const label = picture === "logo" ? "New logo" : "New icon";
    expect(html.slice(html.indexOf(label)).split("</form>")[0]).toContain(`>${message}<`);
    expect(await stored()).toEqual({});
  });
});

test("a logo that contains the name stands alone, named for who cannot see it, while there is one", async () => {
  const bar = async () =>
    /<a [^>]*class="wordmark"[^>]*>.*?<\/a>/s.exec(await text(guestBrowser(shop), "/"))![0];
  const beside = await bar();
  expect(beside).toContain("<span>Kitab</span>");
  expect((await send(staff, { logoAlone: "on" })).status).toBe(303);
  expect(await bar()).toBe(beside);

  const file1 = new File([new Uint8Array(await jpeg(400, 100))], "logo.jpg");
  await staff.postFiles(PAGE, { intent: "upload-logo", file1 });
  const alone = await bar();
  expect(alone).toMatch(/<img src="\/coverpages\/logo-[^"]+" alt="Kitab" width="160" height="40"/);
  expect(alone).not.toContain(">Kitab<");
  expect(await pageHtml(staff.get(PAGE))).toMatch(/<input[^>]*name="logoAlone"[^>]*checked/);

  expect((await send(staff, {})).status).toBe(303);
  expect(await bar()).toMatch(/alt="" width="120" height="30".*<span>Kitab<\/span>/s);
});

test("an icon that is not square is refused", async () => {
  const bytes = await jpeg(400, 300);
  const file1 = new File([new Uint8Array(bytes)], "icon.jpg");
  const answer = await staff.postFiles(PAGE, { intent: "upload-icon", file1 });
  expect(await answer.text()).toContain("The icon must be square");
});

test("a form that does not say what to do is refused", async () => {
  expect((await staff.postFiles(PAGE, { intent: "burn-logo" })).status).toBe(400);
});

test("only staff with the right see the page", async () => {
  const packer = await staffBrowser(shop, { job: "orders" });
  expect((await packer.get(PAGE)).status).toBe(403);
  expect((await packer.post(PAGE, { intent: "save-look", accent: "#0b5d4a", face: "jost" })).status).toBe(
    403,
  );
  expect(await pageHtml(staff.get(PAGE))).toContain("Save Look");
});
