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
  const menu = sidebar.locator("summary");
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
  await sidebar.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText("Logged out successfully").first()).toBeVisible();
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
        if (width === 1280 && list !== "coupons")
          expect((await area.boundingBox())!.height, list).toBeGreaterThan(480);
        // Stacked or not, it is a table to screen readers.
        await expect(page.getByRole("columnheader").first()).toBeAttached();
      }
    }
  },
);
