import { expect } from "@playwright/test";
import { PLAIN, SCRIPTS, expectMessage, hydrated, test } from "./support";

test("a bestseller is added to the cart from the list", PLAIN, async ({ page }) => {
  await page.goto("/bestsellers");
  await expect(page.getByRole("heading", { level: 1, name: "Bestsellers" })).toBeVisible();
  const add = page
    .getByRole("main")
    .getByRole("button", { name: /^Add to Cart/ })
    .first();
  const title = (await add.textContent())!.replace("Add to Cart: ", "");
  await add.click();
  await expectMessage(page, `Added "${title}" to your cart`);
  await expect(page).toHaveURL(/\/bestsellers$/);
});

test("the word for 'book' on the home page leads to the books of its language", PLAIN, async ({ page }) => {
  await page.goto("/");
  const words = page.getByRole("link", { name: /^\S+ \d+ in [A-Z]\w+$/ });
  expect(await words.count()).toBe(11);
  for (const { width, height } of await words.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()),
  ))
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  const door = page.getByRole("link", { name: /^বই \d+ in Bengali$/ });
  expect((await door.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  const count = /\d+/.exec((await door.textContent())!)![0];
  await door.click();
  await expect(page.getByRole("heading", { level: 1, name: "Books in Bengali" })).toBeVisible();
  await expect(page.getByText(`${count} books`)).toBeVisible();
});

test("the books of each kind of name are sorted as all books are", PLAIN, async ({ page }) => {
  for (const path of ["/authors/1", "/languages/1", "/publishers/1"]) {
    await page.goto(path);
    await page.getByLabel("Sort by").selectOption({ label: "Price: low to high" });
    await page.getByRole("button", { name: "Sort" }).click();
    await expect(page).toHaveURL(/\?sort=price_asc$/);
    await expect(page.getByLabel("Sort by")).toHaveValue("price_asc");
  }
});

/** Of all that is fetched with the first focus, compressed. */
const MOST_SCRIPT_BYTES = 3_000;

test(
  "while a search is typed, books and names are suggested; keys choose one, or search",
  SCRIPTS,
  async ({ page }) => {
    await page.goto("/");
    await hydrated(page);
    const field = page.getByLabel("Search books").filter({ visible: true }).first();
    const list = page.getByRole("listbox", { name: "Suggestions" });
    const fetched: string[] = [];
    const sizes: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      const { pathname } = new URL(request.url());
      fetched.push(pathname);
      if (pathname.endsWith(".js"))
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await field.focus();
    await expect(field).toHaveRole("combobox");
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
    await expect(field).toHaveAttribute("aria-expanded", "false");

    // One letter asks for nothing, and of quick ones the last counts.
    await field.pressSequentially("g");
    await expect(list).toBeHidden();
    await field.pressSequentially("itanja");
    await expect(list.getByRole("group", { name: "Books" }).getByRole("option").first()).toContainText(
      "Gitanjali",
    );
    expect(fetched.filter((path) => path === "/books/suggest").length).toBeLessThanOrEqual(3);
    await expect(field).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("status").filter({ hasText: /^\d+ suggestions?$/ })).toHaveCount(1);
    const heights = await list.getByRole("option").evaluateAll((all) => all.map((one) => one.clientHeight));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);

    // Escape closes the list and leaves the text; the arrow key or typing opens it again.
    await field.press("Escape");
    await expect(list).toBeHidden();
    await expect(field).toHaveValue("gitanja");
    await field.press("ArrowDown");
    await expect(list).toBeVisible();
    await field.press("Escape");
    await field.pressSequentially("l");
    await expect(list).toBeVisible();
    await field.press("ArrowDown");
    const chosen = list.getByRole("option", { selected: true });
    await expect(chosen).toHaveCount(1);
    await expect(field).toHaveAttribute("aria-activedescendant", (await chosen.getAttribute("id"))!);
    await field.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Gitanjali" })).toBeVisible();
    await expect(list).toBeHidden();

    // Enter without a choice searches.
    await field.fill("tagor");
    await expect(list.getByRole("option", { name: "Rabindranath Tagore", exact: true })).toBeVisible();
    await field.press("Enter");
    await expect(page).toHaveURL(/\/books\?q=tagor$/);
    await expect(list).toBeHidden();
  },
);
