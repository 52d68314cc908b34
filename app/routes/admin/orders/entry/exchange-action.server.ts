import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { unprovedRefunds } from "~/domain/people/factors/unproved-refunds.server";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { versionOf } from "~/domain/sales/orders/desk/staff-order";
import { exchangeSchema } from "~/domain/sales/orders/exchange/exchange.schema";
import {
  exchangeBooks,
  type ExchangeOutcome,
  previewExchange,
} from "~/domain/sales/orders/exchange/exchange.server";
import { copiesOf, refundLinesOf } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { staffOrder } from "~/http/answers/own-order.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { requireRight } from "~/http/request/guards.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import {
  addedIn,
  addedOf,
  count,
  isConfirmed,
  isSearch,
  typedForm,
  type TypedForm,
  withFoundBook,
} from "./book-lines.server";

/** What the page shows after a form: as it was typed, and the exchange that is to be made. */
export interface ExchangeAnswer extends TypedForm {
  /** Of the order as the form shows it: after a refusal that names what has happened since, as it is now. */
  version: number;
  /** Why the exchange is refused as a whole. */
  problem: string | null;
  /** What it comes to, to be made by a second press; null: none was checked. Paise. */
  asked: { sign: string; total: number; paid: number; due: number; refund: number } | null;
}

/** Handles the form that exchanges books: 'find' adds a book, 'save' exchanges if its sums are those that were shown, anything else checks it. */
export async function exchangeAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  param: string | undefined,
) {
  const staffId = requireRight(context, "refunds").id;
  const orderId = parseId(param);
  if (orderId === null) throw data(null, { status: 404 });
  const form = await readForm(request);
  const nothing = { version: count(textField(form, "version")), problem: null, asked: null };
  if (isSearch(form)) return data<ExchangeAnswer>({ ...(await withFoundBook(form)), ...nothing });
  const refused = async (errors: Record<string, string[]>, problem: string, version = nothing.version) =>
    data<ExchangeAnswer>(
      { ...(await typedForm(form, errors)), ...nothing, problem, version },
      { status: 400 },
    );
  const parsed = exchangeSchema.safeParse(exchangeIn(form));
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) {
      const name = fieldOf(path, form);
      errors[name] = [...(errors[name] ?? []), message];
    }
    return refused(errors, "Please check the fields below");
  }
  const { provedAt } = getRequestSession(context);
  const unproved = await unprovedRefunds(readDb, provedAt);
  const wanted = { orderId, staffId, unproved, gateway: shopGateway().name, ...parsed.data };
  const preview = await previewExchange(writeDb, wanted);
  if (preview.ok && !isConfirmed(form, signOf(preview))) {
    const { total, paid, due, refund } = preview;
    const asked = { sign: signOf(preview), total, paid, due, refund };
    return data<ExchangeAnswer>({ ...(await typedForm(form)), ...nothing, asked });
  }
  const outcome = preview.ok ? await exchangeBooks(writeDb, wanted) : preview;
  if (outcome.ok)
    return redirectWithFlash(context, `/admin/orders/${outcome.newOrderId}`, {
      kind: "success",
      text: outcome.message,
    });
  if (outcome.reason === "not_found") throw data(null, { status: 404 });
  if (outcome.reason === "needs_proof") await requireRecentProof(context, request, { form });
  if (!outcome.field) return refused({}, outcome.message, versionOf(await staffOrder(param)));
  const path = outcome.field.split(/[.[\]]+/).filter(Boolean);
  return refused({ [fieldOf(path, form)]: [outcome.message] }, outcome.message);
}

/** An exchange by what it comes to: other sums are asked about again. */
const signOf = ({ total, due, refund }: Extract<ExchangeOutcome, { ok: true }>) =>
  [total, due, refund].join(":");

const added = (form: FormData) => addedIn(form).filter(({ typed }) => count(typed) !== 0);

/** The fields of the page as `exchangeSchema` has them. */
function exchangeIn(form: FormData): Record<string, unknown> {
  const text = (name: string) => textField(form, name);
  const shipping = text("shipping").replace(/[\s,₹]/g, "");
  return {
    version: count(text("version")),
    returnId: parseId(text("returnId")) ?? undefined,
    lines: refundLinesOf(form),
    add: added(form).map(({ bookId, typed }) => ({ bookId, qty: count(typed) })),
    shipping: shipping === "" ? 0 : /^\d{1,5}(?:\.\d{1,2})?$/.test(shipping) ? Number(shipping) : NaN,
    reason: text("reason"),
    idempotencyKey: text("key"),
  };
}

/** The field of the page for a path of `exchangeSchema`. */
function fieldOf([part, at]: readonly PropertyKey[], form: FormData): string {
  if (part === "lines") {
    const line = refundLinesOf(form)[Number(at)];
    return line ? copiesOf(line.id) : "lines";
  }
  if (part === "add") {
    const book = added(form)[Number(at)];
    return book ? addedOf(book.bookId) : "add";
  }
  return String(part);
}
