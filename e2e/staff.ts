import { type Cookie, expect, type Page } from "@playwright/test";
import { signIn } from "./support";

let session: Cookie[] | undefined;

/**
 * Logs in as the sample admin and opens this back-office page. All journeys of a worker share the session, so a journey
 * that logs out must use `signIn` instead.
 */
export async function asStaff(page: Page, path = "/admin") {
  const context = page.context();
  if (session) await context.addCookies(session);
  else {
    await signIn(page, "admin@kitab.example", "Open-the-shop-1");
    session = (await context.cookies()).filter(({ name }) => name === "kitab");
  }
  await page.goto(path);
  await expect(page).toHaveURL(new RegExp(path.split("?")[0]!));
}

let made = 0;

/** A name that no other test uses, short enough for every field. */
export function unique(word: string): string {
  made += 1;
  return `${word}${process.pid}x${Date.now() % 100_000}x${made}`;
}

/** The address of a page that no other test uses; form coverage takes the number for an id. */
export function uniqueAddress(word: string): string {
  made += 1;
  return `${word}-${process.pid}${Date.now() % 100_000}${made}`;
}
