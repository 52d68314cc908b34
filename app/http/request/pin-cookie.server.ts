import { config } from "~/process/config.server";
import { readTyped } from "~/domain/kit/search-params";
import { NO_PIN, readPin } from "~/domain/sales/delivery/pin";
import { readHeader } from "./headers.server";
import type { RequestSession } from "./request-session.server";

// The PIN code that a visitor typed last, stored only in their browser's own cookie. Not signed: it is checked when it is read.

const PIN_COOKIE = `${config.secureCookies ? "__Host-" : ""}pin`;
const DAYS = 180;
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.secureCookies ? "; Secure" : ""}`;
/** The Set-Cookie header that forgets it. */
export const FORGET_PIN = `${PIN_COOKIE}=; Max-Age=0; ${attributes}`;

const MOST_TYPED = 40;

/** The parameter of the pages that have the box. */
export const PIN_PARAM = "pincode";

/** The PIN code in a Cookie header. @returns null for none, or one that the shop cannot have written */
export function rememberedPin(cookies: string | null): string | null {
  for (const pair of cookies?.split(";") ?? []) {
    const cut = pair.indexOf("=");
    if (pair.slice(0, cut).trim() === PIN_COOKIE) return readPin(pair.slice(cut + 1));
  }
  return null;
}

export interface WantedPin {
  /** null: none is known. */
  pin: string | null;
  typed: string;
  /** Why what was typed is no PIN code. */
  problem: string | null;
}

/**
 * Where a visitor wants books sent: what they typed now, which is remembered, else what they typed before.
 * @param home of the customer's default address, which counts when they typed none
 */
export function wantedPin(
  request: Request,
  url: URL,
  session: Pick<RequestSession, "setCookie">,
  home: string | null = null,
): WantedPin {
  const typed = readTyped(url.searchParams, PIN_PARAM, MOST_TYPED);
  if (typed === "") {
    const pin = rememberedPin(readHeader(request, "cookie")) ?? (home === null ? null : readPin(home));
    return { pin, typed: pin ?? "", problem: null };
  }
  const pin = readPin(typed);
  if (pin === null) return { pin, typed, problem: NO_PIN };
  session.setCookie(`${PIN_COOKIE}=${pin}; Max-Age=${DAYS * 24 * 60 * 60}; ${attributes}`);
  return { pin, typed: pin, problem: null };
}
