import { createCookie } from "react-router";
import { config } from "~/process/config.server";
import type { WaitingFlash } from "~/page-data/flash";
import { parseTheme, THEME_COOKIE, type Theme } from "~/page-data/theme";
import { readHeader } from "./headers.server";
import { signedCookie } from "./signed-cookie.server";

// `__Host-` binds the cookie to this host over TLS; a browser refuses it on plain http.
const prefix = config.secureCookies ? "__Host-" : "";
const cookieOptions = { httpOnly: true, sameSite: "lax", path: "/", secure: config.secureCookies } as const;

export const SESSION_COOKIE = `${prefix}kitab`;
export const sessionCookie = signedCookie<string>(SESSION_COOKIE, "session cookie", cookieOptions);
export const flashCookie = signedCookie<WaitingFlash[]>(`${prefix}flash`, "flash cookie", {
  ...cookieOptions,
  maxAge: 120,
});
export const previewCookie = createCookie(`${prefix}preview`, cookieOptions);

/** The theme that the visitor chose; null: the system's. */
export function readTheme(request: Request): Theme | null {
  const cookies = readHeader(request, "cookie") ?? "";
  return parseTheme(new RegExp(`(?:^|;\\s*)${THEME_COOKIE}=(\\w+)`).exec(cookies)?.[1]);
}

const MOST_FLASHES = 5;
/** Signed and encoded, a cookie of this many bytes fits the 4 kB that browsers keep. */
const FLASH_BYTES = 2400;

/** The newest messages that fit the cookie. */
export function newestThatFit(waiting: WaitingFlash[]): WaitingFlash[] {
  const fitting = waiting.slice(-MOST_FLASHES);
  while (fitting.length > 1 && Buffer.byteLength(JSON.stringify(fitting)) > FLASH_BYTES) fitting.shift();
  return fitting;
}
