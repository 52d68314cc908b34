// npm run pictures: takes the pictures in README.md again, from a new sample shop.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { signIn, startShop } from "../bench/shop.mjs";
import { findChromium } from "./chromium.mjs";
import { build, install, ROOT, say } from "./prepare.mjs";

process.chdir(ROOT);
install();
build();

const PICTURES = path.join(ROOT, "docs/pictures");
const DESKTOP = { width: 1280, height: 860 };
const PHONE = { width: 390, height: 780 };
const customer = ["customer@kitab.example", "Read-a-book-1"];
const admin = ["admin@kitab.example", "Open-the-shop-1"];

/** Page, account, window size and theme of each picture. */
const SHOTS = [
  { name: "home", path: "/", size: DESKTOP },
  { name: "books", path: "/books", size: DESKTOP },
  { name: "book", path: "/books/5", size: DESKTOP },
  { name: "book-dark", path: "/books/5", size: DESKTOP, theme: "dark" },
  { name: "order", path: "/orders", first: "/orders/", size: DESKTOP, as: customer },
  { name: "dashboard", path: "/admin", size: DESKTOP, as: admin },
  { name: "admin-books", path: "/admin/products?edit=5", size: DESKTOP, as: admin },
  { name: "phone-home", path: "/", size: PHONE },
  { name: "phone-book", path: "/books/7", size: PHONE },
  { name: "phone-cart", path: "/cart", size: PHONE, as: customer, buying: [5, 7], theme: "dark" },
];

const dataDir = ".cache/pictures-data";
rmSync(dataDir, { recursive: true, force: true });
const { origin, stop } = await startShop(dataDir, { SAMPLE_CATALOGUE: "on" });
const browser = await chromium.launch({
  executablePath: findChromium() || undefined,
  args: ["--no-sandbox"],
});
mkdirSync(PICTURES, { recursive: true });

for (const { name, path: page, first, size, as, buying = [], theme = "light" } of SHOTS) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: size,
    colorScheme: theme,
    deviceScaleFactor: size === PHONE ? 2 : 1.5,
  });
  const tab = await context.newPage();
  if (as) {
    const [kitab, value] = (await signIn(origin, ...as)).split(/=(.*)/s);
    await context.addCookies([{ name: kitab, value, url: origin }]);
    await tab.goto(page);
  }
  for (const bookId of buying) {
    const body = { id: 0, bookId, qty: 1 };
    await context.request.post("/api/v1/carts/", { data: body, headers: { Origin: origin } });
  }
  await tab.goto(page, { waitUntil: "networkidle" });
  if (first) {
    await tab.goto(await tab.locator(`main a[href^="${first}"]`).first().getAttribute("href"), {
      waitUntil: "networkidle",
    });
  }
  const png = await tab.screenshot();
  await sharp(png)
    .webp({ quality: 82, effort: 6 })
    .toFile(path.join(PICTURES, `${name}.webp`));
  say(name);
  await context.close();
}
await browser.close();
await stop();
