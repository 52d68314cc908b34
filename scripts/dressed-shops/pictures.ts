// npm run pictures:dressed: dresses three shops through their back offices, and takes the pictures in docs/dressed-shops.md.
// With a folder as argument it writes pictures of more pages to it instead, as PNG, to look at.
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { chromium, type BrowserContext } from "@playwright/test";
import sharp from "sharp";
import { signIn, startShop } from "../../bench/shop.mjs";
import { fontsOfJourneys } from "../../e2e/fonts";
import { findChromium } from "../chromium.mjs";
import { ROOT, say } from "../prepare.mjs";
import { dress, staffAt } from "./dress";
import { DRESSED_SHOPS } from "./shops";

process.chdir(ROOT);

const everything = process.argv[2];
const FOLDER = everything ?? path.join(ROOT, "docs/pictures/dressed");
const BOOK = "/books/5";
const FEW = [
  ["home", "/"],
  ["book", BOOK],
] as const;
const ALL = [
  ...FEW,
  ["list", "/books"],
  ["cart", "/cart"],
  ["checkout", "/checkout"],
  ["about", "/about"],
  ["news", "/news"],
  ["login", "/login"],
] as const;
/** Window widths, and how much of a page the documents show. */
const SIZES = [
  { width: 360, height: 1100 },
  { width: 1280, height: 1100 },
];

mkdirSync(FOLDER, { recursive: true });
const browser = await chromium.launch({
  executablePath: findChromium() || undefined,
  args: ["--no-sandbox"],
  env: { ...process.env, ...fontsOfJourneys("usual") },
});
for (const shop of DRESSED_SHOPS) {
  const dataDir = `.cache/dressed-${shop.name}`;
  rmSync(dataDir, { recursive: true, force: true });
  const { origin, stop } = await startShop(dataDir, { SAMPLE_CATALOGUE: "on" });
  await dress(staffAt(origin, await signIn(origin, "admin@kitab.example", "Open-the-shop-1")), shop);
  const customer = await signIn(origin, "customer@kitab.example", "Read-a-book-1");
  for (const size of SIZES)
    for (const theme of ["light", "dark"] as const) {
      const context = await browser.newContext({ baseURL: origin, viewport: size, colorScheme: theme });
      await takePictures(context, `${shop.name}-${size.width}-${theme}`, origin, customer);
      await context.close();
    }
  say(shop.name);
  await stop();
}
await browser.close();

async function takePictures(context: BrowserContext, name: string, origin: string, customer: string) {
  const page = await context.newPage();
  for (const [what, address] of everything ? ALL : FEW) {
    if (what === "cart") {
      const [cookie, value] = customer.split(/=(.*)/s) as [string, string];
      await context.addCookies([{ name: cookie, value, url: origin }]);
      const body = { id: 0, bookId: 5, qty: 1 };
      await context.request.post("/api/v1/carts/", { data: body, headers: { Origin: origin } });
    }
    if (what === "about") await context.clearCookies();
    await page.goto(address, { waitUntil: "networkidle" });
    const file = path.join(FOLDER, `${name}-${what}`);
    if (everything) {
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) say(`${name}-${what} is ${wider} px too wide`);
      // Pictures that load late.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await page.waitForLoadState("networkidle");
      await page.evaluate(() => scrollTo(0, 0));
      await page.screenshot({ path: `${file}.png`, fullPage: true });
    } else
      await sharp(await page.screenshot())
        .webp({ quality: 72, effort: 6 })
        .toFile(`${file}.webp`);
  }
}
