import { expect, type Page } from "@playwright/test";
import { signIn } from "./support";

/** The sample admin, signed in, on this page of the back office. */
export async function asStaff(page: Page, path = "/admin") {
  await signIn(page, "admin@kitab.example", "Open-the-shop-1");
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(path.split("?")[0]!));
}

let made = 0;

/** A name that no other test uses, short enough for every field. */
export function unique(word: string): string {
  made += 1;
  return `${word}${process.pid}x${Date.now() % 100_000}x${made}`;
}
