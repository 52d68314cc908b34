import { expect } from "@playwright/test";
import { reflows } from "./accessible/reflows";
import { FACES } from "./fonts";
import { asStaff } from "./staff";
import { PLAIN, hydrated, isCut, scripted, SCRIPTS, signIn, test } from "./support";

test("the sidebar links to every screen and stays collapsed", async ({ page, context }) => {
  await asStaff(page);
  const sidebar = page.getByRole("complementary");
  for (const name of ["Dashboard", "Books", "Publishers", "Authors", "Book Tags", "Languages", "Logistics"])
    await expect(sidebar.getByRole("link", { name, exact: true }).first()).toBeVisible();
  expect((await sidebar.boundingBox())!.width).toBe(256);

  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await expect(page.getByRole("button", { name: "Expand sidebar" })).toBeVisible();
  const cookie = (await context.cookies()).find(({ name }) => name === "sidebar")!;
  expect(cookie.value).toBe("collapsed");
  expect(cookie.expires - Date.now() / 1000).toBeGreaterThan(6.9 * 24 * 3600);

  await sidebar.getByRole("link", { name: "Authors" }).click();
  await expect(page.getByRole("heading", { name: "Authors List" })).toBeVisible();
  if (scripted()) await page.reload();
  expect((await sidebar.boundingBox())!.width).toBeLessThan(100);
  if (scripted()) {
    await hydrated(page);
    await page.keyboard.press("Control+b");
  } else await page.getByRole("button", { name: "Expand sidebar" }).click();
  await expect(page.getByRole("button", { name: "Collapse sidebar" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/authors$/);

  // On a phone the same links are a menu.
  await page.setViewportSize({ width: 360, height: 740 });
  const books = sidebar.getByRole("link", { name: "Books", exact: true });
  const menu = sidebar.locator("summary").first();
  await expect(books).toBeHidden();
  await menu.press("Enter");
  await expect(books).toBeVisible();
  if (scripted()) {
    await page.keyboard.press("Tab");
    await expect(sidebar.getByRole("link", { name: "Dashboard" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
    await expect(books).toBeHidden();
    await menu.press("Enter");
  }
  await books.click();
  await expect(page.getByRole("heading", { name: "Books", exact: true })).toBeVisible();
  await expect(books).toBeHidden();
});

test("groups of the sidebar fold, that of the page is open, and the choice is remembered", async ({
  page,
}) => {
  await asStaff(page, "/admin/authors");
  const sidebar = page.getByRole("complementary");
  const link = (name: string) => sidebar.getByRole("link", { name, exact: true });
  await expect(link("Orders")).toBeVisible();
  await expect(link("Audit log")).toBeHidden();
  await sidebar.getByText("Sales", { exact: true }).click();
  await expect(link("Orders")).toBeHidden();
  await sidebar.getByText("Team", { exact: true }).click();
  await link("Audit log").click();
  await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
  // Without scripts the browser folds, and only the group of the page is sure to be open.
  await expect(link("Orders")).toBeVisible({ visible: !scripted() });
  await page.goto("/admin/orders");
  await expect(link("Orders")).toBeVisible();
  await expect(link("Audit log")).toBeVisible({ visible: scripted() });
});

test("Settings and the menu of the account are in view in a low window, whatever is open", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await asStaff(page, "/admin/audit");
  const sidebar = page.getByRole("complementary");
  const isInView = (box: { y: number; height: number } | null) => box!.y >= 0 && box!.y + box!.height <= 720;
  await sidebar.getByText("Shop", { exact: true }).click();
  for (const name of ["Go to Store", "Settings", "Opening"])
    expect(isInView(await sidebar.getByRole("link", { name }).boundingBox()), name).toBe(true);
  await sidebar.getByText("Hi, ").click();
  const menu = [
    sidebar.getByRole("link", { name: "Your account" }),
    sidebar.getByRole("link", { name: "Change password" }),
    sidebar.getByRole("button", { name: "Logout" }),
  ];
  for (const entry of menu) expect(isInView(await entry.boundingBox())).toBe(true);
  if (scripted()) {
    await page.keyboard.press("Escape");
    await expect(menu[0]!).toBeHidden();
  }
});

test("staff find books, orders and screens from every page", PLAIN, async ({ page }) => {
  await asStaff(page, "/admin/coupons");
  await page.getByRole("searchbox", { name: "Find anything" }).fill("Gora");
  await page.getByRole("search", { name: "Everything" }).getByRole("button", { name: "Find" }).click();
  const results = page.getByRole("main");
  await expect(results.getByRole("heading", { name: "Books" })).toBeVisible();
  await results.getByRole("searchbox", { name: "Find anything" }).fill("shipping fee");
  await results.getByRole("button", { name: "Find" }).click();
  await results.getByRole("link", { name: "Shipping fee" }).click();
  await expect(page.getByRole("textbox", { name: "Shipping fee" })).toBeVisible();
});

test("a slash and Ctrl+K lead to the search, which suggests while staff type", SCRIPTS, async ({ page }) => {
  await asStaff(page, "/admin/authors");
  await hydrated(page);
  const field = page.getByRole("searchbox", { name: "Find anything" });
  await page.keyboard.press("/");
  await expect(field.or(page.getByRole("combobox", { name: "Find anything" }))).toBeFocused();
  await expect(page.getByRole("combobox", { name: "Find anything" })).toHaveValue("");
  await page.keyboard.type("gora");
  const options = page.getByRole("complementary").getByRole("option");
  await expect(options.first()).toBeVisible();
  const list = (await page.getByRole("complementary").getByRole("listbox").boundingBox())!;
  expect(list.x).toBeGreaterThanOrEqual(0);
  expect(list.x + list.width).toBeLessThanOrEqual(1280);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  // Over an open panel the keys are not the page's.
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goto("/admin/authors");
  await hydrated(page);
  // In a field a slash is a letter; Ctrl+K leads on.
  await page.getByRole("searchbox", { name: "Search" }).focus();
  await page.keyboard.type("a/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("a/");
  // The list is searched first: what is sent while a page is on its way replaces it.
  await expect(page).toHaveURL(/q=a/);
  await page.keyboard.press("Control+k");
  await expect(page.locator("#find")).toBeFocused();
  // On a phone there is no field in view: its page opens.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole("heading", { name: "Authors List" }).click();
  await page.keyboard.press("/");
  await expect(page.getByRole("main").getByLabel("Find anything")).toBeFocused();
});

test(
  "sidebar links that were scrolled before hydration keep their scroll position",
  SCRIPTS,
  async ({ page }) => {
    await asStaff(page, "/admin/languages");
    let release!: () => void;
    const script = new Promise<void>((resolve) => (release = resolve));
    await page.route(/assets\/.*\.js/, (route) => script.then(() => route.continue()));
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto("/admin", { waitUntil: "commit" });
    const links = page.getByRole("complementary").getByRole("navigation", { name: "Back office" });
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    // The list scrolls only once the style sheet has arrived, which the first paint does not prove.
    const scroll = (node: Element) => (node.scrollTo(0, 100), node.scrollTop);
    await expect.poll(() => links.evaluate(scroll)).toBe(100);
    await expect(page.locator(".toasts:popover-open")).toHaveCount(0);
    release();
    await hydrated(page);
    expect(await links.evaluate((node) => node.scrollTop)).toBe(100);
  },
);

test(
  "a panel takes the focus, asks before it discards input, and returns the focus",
  SCRIPTS,
  async ({ page }) => {
    await asStaff(page, "/admin/languages");
    await hydrated(page);
    const opener = page.getByRole("link", { name: "Add New Language" });
    const field = page.getByRole("dialog").getByLabel("Language name");
    // The dialog is modal before the focus enters it, so that Escape closes it at once.
    const early = await page.evaluateHandle(() => {
      const early: string[] = [];
      addEventListener("focusin", ({ target }) =>
        queueMicrotask(() => {
          const dialog = (target as Element).closest("dialog");
          if (dialog && !dialog.matches(":modal")) early.push((target as Element).outerHTML);
        }),
      );
      return early;
    });
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    expect(await early.jsonValue()).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(opener).toBeFocused();

    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    await page.keyboard.type("Konk");
    const asked = page.waitForEvent("dialog");
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const question = await asked;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await page.keyboard.type("ani");
    await expect(field).toHaveValue("Konkani");
    page.once("dialog", (close) => void close.accept());
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

test("staff preview the store and come back; logging out leads to the home page", PLAIN, async ({ page }) => {
  // Not the shared staff session, since this journey logs out.
  await signIn(page, "admin@kitab.example", "Open-the-shop-1");
  await page.goto("/admin");
  const sidebar = page.getByRole("complementary");
  await sidebar.getByRole("link", { name: "Go to Store" }).click();
  await expect(page.getByText("You are previewing the store.")).toBeVisible();
  await page.getByRole("link", { name: "Back to admin" }).click();
  await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
  await sidebar.getByText("Hi, ").click();
  await sidebar.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Logged out successfully").first()).toBeVisible();
});

test("'/' and Ctrl+K lead to the search, and do nothing over an open panel", SCRIPTS, async ({ page }) => {
  await asStaff(page, "/admin/authors?add=1");
  await hydrated(page);
  const panel = page.getByRole("dialog");
  const search = page.locator("#find");
  await hydrated(page);
  await panel
    .getByRole("link", { name: /close|cancel/i })
    .first()
    .focus();
  // On a phone the field is not there, and the keys lead to its page.
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const key of ["/", "Control+k"]) {
      await page.keyboard.press(key);
      await expect(search).not.toBeFocused();
      await expect(panel).toBeVisible();
    }
  }
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  for (const key of ["/", "Control+k"]) {
    await page.keyboard.press(key);
    await expect(search).toBeFocused();
    await search.blur();
  }
});

test(
  "the widest lists fit a desktop and a phone without scrolling sideways; ten names fit without scrolling",
  SCRIPTS,
  async ({ page }) => {
    await asStaff(page, "/admin/authors");
    const area = page.locator(".table-area");
    const below = () => area.evaluate((node) => node.scrollHeight - node.clientHeight);
    expect(await below()).toBe(0);
    // Unless the font is named, Chromium takes Tamil letters from a font without them.
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain(
      "Noto Sans Tamil",
    );
    const name = page.getByRole("complementary").locator(".sidebar-head p");
    expect(await name.evaluate(isCut, "Neem Leaf Books of Malleswaram")).toBe(false);
    for (const list of ["products", "orders", "coupons"]) {
      await page.goto(`/admin/${list}?size=50`);
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 900 });
        // What fits with this face fits with the others.
        const found = await page.evaluate(reflows, [FACES.wide]);
        expect(found, `${list} at ${width} px`).toEqual([[FACES.wide, []]]);
        const beyond = await area.evaluate((node) => node.scrollWidth - node.clientWidth);
        expect(beyond, `${list} at ${width} px`).toBe(0);
        // On a desktop the page is no higher than the window, and only the rows scroll; on a phone only the page scrolls.
        const beyondWindow = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
        if (width === 360) expect(await below(), list).toBe(0);
        else expect(beyondWindow, list).toBe(0);
        // At least eight rows, also below both notices and a bar of actions, and above the links to further pages: what other
        // journeys have left decides which of them are there.
        if (width === 1280 && list !== "coupons")
          expect((await area.boundingBox())!.height, list).toBeGreaterThan(320);
        // Stacked or not, it is a table to screen readers.
        await expect(page.getByRole("columnheader").first()).toBeAttached();
      }
    }
  },
);
