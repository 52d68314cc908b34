import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { postedAddressSchema } from "~/domain/kit/addresses/address.schema";
import { saveAddress } from "~/domain/kit/addresses/addresses.server";
import { NO_ADDRESS, placeOrderSchema } from "~/domain/sales/checkout/checkout.schema";
import type { Account } from "~/domain/people/accounts/sessions.server";
import { placeOrder } from "~/domain/sales/checkout/place-order.server";
import { BUYER_FIELDS, BUYER_PARTS } from "~/domain/sales/orders/buyer/buyer";
import { buyerOfForm, type TypedBuyer } from "~/domain/sales/orders/buyer/buyer.schema";
import { GIFT_FIELDS } from "~/domain/sales/orders/buyer/gift";
import { giftOfForm, type TypedGift } from "~/domain/sales/orders/buyer/gift.schema";
import { isPaidOnline } from "~/domain/sales/orders/paying";
import { ensureGatewayOrder, payableOf } from "~/domain/sales/payments/payments.server";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { redirect, redirectDocument } from "~/http/answers/redirect.server";
import { textField } from "~/http/request/forms/read-form.server";
import { FORGET_CHOICE } from "~/http/request/checkout-choice.server";
import { CHOICE_FIELDS, choiceText } from "~/ui/cart/checkout-choice";
import { answerTooMany } from "~/http/answers/form-refusal.server";
import { countAction, uncountAction } from "~/http/request/limits/customer-limits.server";
import { stashForNext } from "~/http/request/stashed-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";

type Context = Readonly<RouterContextProvider>;

/** Saves the form's address. @returns the saved address, or the form's refusal */
async function saveTyped(accountId: number, form: FormData, blocks: TypedBlocks) {
  const submission = parseWithZod(form, { schema: postedAddressSchema(form) });
  const refuse = (problem?: { formErrors: string[] }) => {
    const refusal = { address: submission.reply(problem), order: null, chosen: null, ...blocks };
    return { ok: false as const, refusal: data(refusal, { status: 400 }) };
  };
  if (submission.status !== "success") return refuse();
  const id = Number(form.get("addressId")) || null;
  const saved = await saveAddress(writeDb, accountId, id, submission.value);
  if (!saved.ok && saved.reason === "full") return refuse({ formErrors: [saved.message] });
  if (!saved.ok) throw data(null, { status: 404 });
  return saved;
}

/** What is typed into the blocks of the buyer and of a gift, and their messages. */
interface TypedBlocks {
  buyer: TypedBuyer;
  gift: TypedGift;
}

function typedBlocks(form: FormData): TypedBlocks {
  const { typed, errors } = buyerOfForm(form);
  const { isOn, typed: written, errors: ofGift } = giftOfForm(form);
  return { buyer: { typed, errors }, gift: { isOn, typed: written, errors: ofGift } };
}

/** The blocks stay as they were typed on the page that comes next. */
const keepBlocks = (context: Context, page: string, form: FormData) => {
  const names = [...BUYER_PARTS.map((part) => BUYER_FIELDS[part]), ...Object.values(GIFT_FIELDS)];
  return stashForNext(context, page, Object.fromEntries(names.map((name) => [name, textField(form, name)])));
};

/** POST /checkout with intent save-address: back to the checkout with the address chosen, or 400 with the errors. */
export async function save(context: Context, accountId: number, form: FormData) {
  const saved = await saveTyped(accountId, form, typedBlocks(form));
  if (!saved.ok) return saved.refusal;
  const kind = saved.isDouble ? "info" : "success";
  const page = `/checkout?address=${saved.id}`;
  await keepBlocks(context, page, form);
  return redirectWithFlash(context, page, { kind, text: saved.message });
}

/** POST /checkout with intent choose, where no script does it: the page with the prices of what is chosen. */
export async function choose(context: Context, form: FormData) {
  await keepBlocks(context, choicePath(form), form);
  return redirect(choicePath(form), 303);
}

function choicePath(form: FormData): string {
  const chosen = new URLSearchParams();
  for (const [field, param] of CHOICE_FIELDS) {
    const value = textField(form, field).slice(0, 20);
    if (value !== "") chosen.set(param, value);
  }
  return `/checkout?${chosen}`;
}

/**
 * POST /checkout with intent place-order: redirects to the payment. When an address form is open, its address is saved
 * first and the order goes there, so that nothing typed is lost (docs/product-decisions.md §4.2).
 */
export async function place(context: Context, account: Account, form: FormData) {
  const accountId = account.id;
  const { buyer } = buyerOfForm(form);
  const { gift } = giftOfForm(form);
  const blocks = typedBlocks(form);
  const typed = form.has("fullname") ? await saveTyped(accountId, form, blocks) : null;
  if (typed?.ok === false) return typed.refusal;
  const posted = Object.fromEntries(form);
  const wanted = placeOrderSchema.safeParse(typed ? { ...posted, addressId: typed.id } : posted);
  // The address that was saved or chosen stays the one that the order goes to.
  const chosen = wanted.data?.addressId ?? typed?.id ?? null;
  const refusal = (order: string | null) => ({ address: null, order, chosen, ...blocks });
  const refuse = (order: string | null) => data(refusal(order), { status: 400 });
  if (!wanted.success) return refuse(NO_ADDRESS);
  if (!buyer || gift === undefined) return refuse(null);
  const doer = { account, ip: getRequestSession(context).ip };
  const limit = await countAction("order", doer);
  if (!limit.allowed) return answerTooMany(limit, refusal);
  const gateway = shopGateway();
  const placed = await placeOrder(writeDb, accountId, { ...wanted.data, buyer, gift, gateway: gateway.name });
  if (!placed.ok || !placed.isNew) await uncountAction("order", doer);
  if (placed.ok) getRequestSession(context).setCookie(FORGET_CHOICE);
  if (placed.ok && !isPaidOnline(payableOf(placed.order))) {
    const text = `Order #${placed.orderId} is placed`;
    return redirectWithFlash(context, `/orders/${placed.orderId}`, { kind: "success", text });
  }
  if (placed.ok) {
    // If the gateway cannot be reached now, the payment page tries again.
    await ensureGatewayOrder(writeDb, gateway, placed.orderId, accountId);
    return redirectDocument(`/checkout/pay/${placed.orderId}`, 303);
  }
  if (["lines", "empty_cart", "not_open"].includes(placed.reason)) {
    await keepBlocks(context, "/checkout", form);
    return redirectWithFlash(context, "/cart", { kind: "error", text: placed.message, inPage: true });
  }
  // Without scripts the shopper can choose what the page had no prices for: the page that has them says why.
  const pricedFor = textField(form, "pricedFor");
  if (pricedFor !== "" && pricedFor !== choiceText(wanted.data)) {
    await keepBlocks(context, choicePath(form), form);
    return redirectWithFlash(context, choicePath(form), {
      kind: "error",
      text: placed.message,
      inPage: true,
    });
  }
  return refuse(placed.message);
}
