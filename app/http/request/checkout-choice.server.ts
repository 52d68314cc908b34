import { config } from "~/process/config.server";
import { parseId } from "~/domain/kit/ids";
import { readId, readParam } from "~/domain/kit/search-params";
import type { CheckoutChoice } from "~/domain/sales/checkout/read-checkout.server";
import { PAYMENT_WAYS } from "~/domain/sales/delivery/plan";
import { readHeader } from "./headers.server";
import type { RequestSession } from "./request-session.server";

// What a shopper has chosen at the checkout, in a cookie of this browser's session: who goes from there to the cart for a coupon,
// or adds an address, finds it again. Not signed: what is not offered is left out when it is read.

const CHOICE_COOKIE = `${config.secureCookies ? "__Host-" : ""}choice`;
const attributes = `Path=/; HttpOnly; SameSite=Lax${config.secureCookies ? "; Secure" : ""}`;
/** The Set-Cookie header that forgets it: the order is placed. */
export const FORGET_CHOICE = `${CHOICE_COOKIE}=; Max-Age=0; ${attributes}`;

const wayOf = (text: string | null | undefined) => PAYMENT_WAYS.find((way) => way === text);

/** What is chosen, from the page's address, else as it was before. What the address says is remembered. */
export function checkoutChoice(
  request: Request,
  { searchParams }: URL,
  session: Pick<RequestSession, "setCookie">,
): CheckoutChoice {
  const before = rememberedChoice(readHeader(request, "cookie"));
  const payment = readParam(searchParams, "payment");
  const chosen = {
    addressId: readId(searchParams, "address") ?? before.addressId,
    methodId: readId(searchParams, "method") ?? before.methodId,
    payment: payment === null ? before.payment : (wayOf(payment) ?? "online"),
  };
  const text = `${chosen.addressId ?? ""}.${chosen.methodId ?? ""}.${chosen.payment ?? ""}`;
  if (["address", "method", "payment"].some((param) => searchParams.has(param)))
    session.setCookie(`${CHOICE_COOKIE}=${text}; ${attributes}`);
  return chosen;
}

function rememberedChoice(cookies: string | null): CheckoutChoice {
  const pair = cookies?.split(";").find((one) => one.trim().startsWith(`${CHOICE_COOKIE}=`)) ?? "";
  const [address, method, payment] = pair.slice(pair.indexOf("=") + 1).split(".");
  return { addressId: parseId(address), methodId: parseId(method), payment: wayOf(payment) ?? null };
}
