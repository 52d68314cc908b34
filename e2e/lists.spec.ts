import { expect } from "@playwright/test";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "../app/routes";
import { asStaff } from "./staff";
import { followLink, hydrated, SCRIPTS, test } from "./support";

/** The addresses of all screens of the back office that need no id, read from app/routes.ts. */
function screens(entries: RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap((entry) => {
    const path = [above, entry.path].filter(Boolean).join("/");
    return [...(entry.file.endsWith(".tsx") ? [`/${path}`] : []), ...screens(entry.children ?? [], path)];
  });
}

/** Leads elsewhere, is shown in a frame, or is a document of its own, for the sake of the gateway's script. */
const NO_SCREENS = /prove|preview|test-purchase\/pay/;
const SCREENS = [
  ...new Set(screens(routes).filter((path) => /^\/admin\/[^:*]+$/.test(path) && !NO_SCREENS.test(path))),
];

/** Lists that are not what their page is for: what comes before them is. */
const LISTS_BELOW = [
  "/admin/imports",
  "/admin/delivery/presets",
  "/admin/remittances",
  "/admin/accounts",
  "/admin/accounts/gstr1",
  "/admin/accounts/reports",
  "/admin/accounts/settlements",
  "/admin/accounts/journal",
];

const SIZES = [
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 1280, height: 720 },
];

test("the first row of every list is in view, on a phone and in a low window", SCRIPTS, async ({ page }) => {
  await asStaff(page);
  await hydrated(page);
  const lists: string[] = [];
  const beyond: string[] = [];
  for (const path of SCREENS) {
    // Most screens without a list need not be drawn.
    if (!(await (await page.request.get(path)).text()).includes("table-area")) continue;
    await followLink(page, path);
    const row = page.locator(".admin-page .table-area tbody tr").first();
    if (!(await row.count()) || LISTS_BELOW.includes(path)) continue;
    lists.push(path);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      const box = await row.evaluate((node) => node.getBoundingClientRect().toJSON() as DOMRect);
      // Of a row with a long text its beginning.
      if (box.y + Math.min(box.height, 80) > size.height)
        beyond.push(`${path}: from ${Math.round(box.y)} at ${size.width} × ${size.height}`);
    }
  }
  expect(beyond).toEqual([]);
  expect(lists).toEqual(
    expect.arrayContaining(["/admin/orders", "/admin/products", "/admin/customers", "/admin/authors"]),
  );
  expect(lists.length).toBeGreaterThan(15);
});

test(
  "filters are folded on a phone, with how many are in use; the last row of a low window is whole",
  SCRIPTS,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await asStaff(page, "/admin/orders?status=paid&status=packed");
    const filters = page.locator("summary", { hasText: "Filters" });
    await expect(filters).toHaveText(/\(2\)/);
    const from = page.getByLabel("Placed from");
    await expect(from).toBeHidden();
    await filters.click();
    await expect(from).toBeVisible();
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto("/admin/products?size=50");
    await expect(filters).toBeHidden();
    await expect(page.getByLabel("Visibility")).toBeVisible();
    const cut = () =>
      page.locator(".table-area").evaluate((area) => {
        const edge = area.getBoundingClientRect().bottom;
        return [...area.querySelectorAll("tbody tr")].filter((row) => {
          const { top, bottom } = row.getBoundingClientRect();
          return top < edge - 2 && bottom > edge + 1;
        }).length;
      });
    await expect.poll(cut).toBe(0);
  },
);

test("who leaves a list while a search is typed is not called back", SCRIPTS, async ({ page }) => {
  let goOn = () => {};
  const timersOver = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(/\/admin\/publishers\.data/, async (route) => {
    await timersOver;
    await route.continue();
  });
  await page.clock.install();
  await asStaff(page, "/admin/authors");
  await hydrated(page);
  await page.getByRole("searchbox", { name: "Search", exact: true }).pressSequentially("a");
  const asked = page.waitForRequest(/\/admin\/publishers\.data/);
  await page.getByRole("link", { name: "Publishers", exact: true }).click();
  await asked;
  await page.clock.runFor(1000);
  goOn();
  await expect(page.getByRole("heading", { name: "Publishers List" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/publishers$/);
});
