import { expect } from "@playwright/test";
import { expectMessage, hydrated, PLAIN, SCRIPTS, scripted, test } from "./support";

test("filters, sort and search work together and are part of the URL; scripts are loaded only where they run", async ({
  page,
}) => {
  const hasScripts = scripted();
  const kinds = new Set<string>();
  page.on("request", (request) => kinds.add(request.resourceType()));
  await page.goto("/books?tag=Poetry");
  expect(kinds.has("image")).toBe(true);
  if (hasScripts) await hydrated(page);
  expect(kinds.has("script")).toBe(hasScripts);
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeChecked();
  await page.getByRole("checkbox", { name: /^Classics/ }).check();
  if (hasScripts) await expect(page).toHaveURL(/tag=Classics/);

  await page.getByLabel("Highest price in rupees").fill("300");
  await page.getByLabel("Highest price in rupees").press("Enter");
  await expect(page).toHaveURL(/max=300/);
  await expect(page).toHaveURL(/tag=Classics/);
  await expect(page).toHaveURL(/tag=Poetry/);
  await expect(page.getByRole("region", { name: "Active Filters" })).toContainText("Classics");
  await expect(page.getByRole("region", { name: "Active Filters" })).toContainText("₹300");

  await page.getByLabel("Sort by").selectOption({ label: "Price: low to high" });
  if (!hasScripts) await page.getByRole("button", { name: "Sort", exact: true }).click();
  await expect(page).toHaveURL(/sort=price_asc/);
  await expect(page).toHaveURL(/max=300/);
  await expect(page.getByLabel("Sort by")).toHaveValue("price_asc");
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeChecked();

  await page.getByRole("link", { name: /^Classics/ }).click();
  await expect(page).not.toHaveURL(/tag=Classics/);
  await page.getByRole("link", { name: "Clear All" }).click();
  await expect(page).toHaveURL(/\/books(\?sort=price_asc)?$/);
  await expect(page.getByText(/^\d+ books found$/)).toBeVisible();
  if (hasScripts) return;
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(page).toHaveURL(/filters=all/);
});

test("the list shows every book once, and Back returns to the same place", SCRIPTS, async ({ page }) => {
  // Categories to which no other journey adds books.
  await page.goto("/books?tag=Classics&tag=Poetry&tag=Philosophy&sort=title");
  const titles = page.getByRole("main").getByRole("article").getByRole("heading");
  await expect(titles.first()).toBeVisible();
  const all = Number.parseInt((await page.getByText(/^\d+ books found$/).textContent())!);
  expect(all).toBeGreaterThan(5 + 12 + 12);
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    expect(await titles.count()).toBe(all);
  }).toPass();
  expect(new Set(await titles.allTextContents()).size).toBe(all);

  await titles.nth(25).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  await titles.nth(25).getByRole("link").click();
  await expect(page).toHaveURL(/\/books\/\d+-[a-z\d-]+$/);
  await page.goBack();
  await expect(titles).toHaveCount(all);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 200);
});

test("the theme follows the system until the visitor chooses one", async ({ page }) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor).catch(() => null);
  await page.emulateMedia({ colorScheme: "dark" });
  // A page without pictures: it is loaded several times.
  await page.goto("/terms");
  if (scripted()) await hydrated(page);
  const dark = await background();
  await page.getByRole("button", { name: "Switch to light theme" }).click();
  await expect(page.getByRole("button", { name: "Switch to dark theme" })).toBeVisible();
  if (scripted()) await page.reload();
  await expect(page.getByRole("button", { name: "Switch to dark theme" })).toBeVisible();
  if (dark !== null) expect(await background()).not.toBe(dark);
  if (scripted()) expect(await page.evaluate(() => localStorage.getItem("theme"))).toBe("light");
  await page.getByRole("button", { name: "Switch to dark theme" }).click();
  await expect(page.getByRole("button", { name: "Switch to light theme" })).toBeVisible();
  await expect(page.locator("html")).toHaveClass(/dark/);
});

test("the newsletter form takes an email address and refuses an invalid one", SCRIPTS, async ({ page }) => {
  await page.goto("/");
  const field = page.getByRole("main").getByLabel("Email");
  await field.fill("not an address");
  await page.getByRole("button", { name: "Subscribe" }).click();
  const message = page.getByText("Please enter a valid email address");
  await expect(message).toBeVisible();
  await expect(field).toHaveAccessibleDescription("Please enter a valid email address");
  // The message is on the dark band, in a red that is legible there.
  await expect(message).toHaveCSS("color", "rgb(255, 156, 146)");
  await expect(field).toBeFocused();
  // The focus ring and the hovered button are legible there too.
  const onBand = "rgb(239, 232, 219)";
  await expect(field).toHaveCSS("outline-color", onBand);
  await page.getByRole("button", { name: "Subscribe" }).hover();
  await expect(page.getByRole("button", { name: "Subscribe" })).toHaveCSS("background-color", onBand);
  await field.fill(`letters-${Date.now()}@example.in`);
  await page.getByRole("button", { name: "Subscribe" }).click();
  await expectMessage(page, /subscri|thank/i);
});

test("on a phone, filters and menu open and close", PLAIN, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/books");
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeHidden();
  await page.getByText("Show Filters").click();
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeVisible();
  await page.getByText("Hide Filters").click();
  await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeHidden();
  await page.getByLabel("Menu", { exact: true }).click();
  await page.getByLabel("Search books").last().fill("Tagore");
  await page.getByLabel("Search books").last().press("Enter");
  await expect(page).toHaveURL(/q=Tagore/);
  await expect(page.getByRole("main").getByRole("article").first()).toContainText("Rabindranath Tagore");
});

test(
  "on a phone with scripts, the filters' button says how many books there are, and shows them",
  SCRIPTS,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/books?filters=shown");
    await hydrated(page);
    await page.getByRole("checkbox", { name: /^Poetry/ }).check();
    const found = page.getByRole("status").filter({ hasText: /books? found/ });
    await expect(page).toHaveURL(/tag=/);
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const number = /\d+/.exec((await found.textContent())!)![0];
    await page.getByRole("button", { name: new RegExp(`^Show ${number} books?$`) }).click();
    await expect(page.getByRole("checkbox", { name: /^Poetry/ })).toBeHidden();
    await expect(found).toBeFocused();
  },
);

test("the filters stay open for what is typed in them, 'More filters' leads to those it adds, and all are within reach", async ({
  page,
}) => {
  const hasScripts = scripted();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/books?filters=shown");
  if (hasScripts) await hydrated(page);
  const search = page.getByRole("searchbox", { name: "Search Language" });
  await search.fill("தமிழ்");
  await search.press("Enter");
  await expect(page).toHaveURL(/in_language=/);
  await expect(search).toBeFocused();
  await expect(search).toBeInViewport();
  const languages = page.getByRole("group", { name: "Language", exact: true }).getByRole("checkbox");
  await expect(languages).toHaveCount(1);
  await expect(languages).toHaveValue("Tamil");

  await page.getByRole("button", { name: "More filters" }).click();
  const more = page.getByRole("group", { name: "More filters" });
  await expect(more.locator("summary").first()).toBeInViewport();
  if (hasScripts) await expect(more).toBeFocused();
  await page.getByLabel("Lowest price in rupees").fill("much");
  await page.getByLabel("Lowest price in rupees").press("Enter");
  // Said at the field and below the heading: a page that is loaded anew begins at its top.
  await expect(page.locator(hasScripts ? "#price-error" : "p[role=alert]")).toBeInViewport();
  await expect(page.locator("p[role=alert]")).toContainText("Type a price as a number");

  // On a wide screen the groups scroll, and the button below them is always in view.
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto("/books?filters=all");
  await page.getByRole("heading", { level: 3 }).nth(1).scrollIntoViewIfNeeded();
  await expect(page.getByRole("button", { name: "Apply" })).toBeInViewport({ ratio: 1 });
  const rating = more.locator("summary").last();
  await rating.scrollIntoViewIfNeeded();
  await expect(rating).toBeInViewport({ ratio: 1 });
});
