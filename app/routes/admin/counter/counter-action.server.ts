import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { parseId } from "~/domain/kit/ids";
import { formatRupees } from "~/domain/kit/money";
import { discountRows } from "~/domain/sales/coupons/coupon-words";
import { typedRupees } from "~/domain/sales/delivery/forms/typed-values";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { placeStaffOrder, previewStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { staffOrderSchema, WALK_IN } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { redirect } from "~/http/answers/redirect.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { requireRight } from "~/http/request/guards.server";
import type { QrCode } from "~/platform/qr-code.server";
import {
  addedIn,
  addedOf,
  count,
  isConfirmed,
  isSearch,
  typedForm,
  type TypedForm,
  withFoundBook,
} from "../orders/entry/book-lines.server";
import { errorAt, errorsOf, orderIn, signOf, upiCode } from "../orders/entry/desk-form.server";

/** The sale as it was typed, and its sum. */
export interface CounterAnswer extends TypedForm {
  problem: string | null;
  /** null: nothing adds up yet. `off`: the coupon in it; `upi`: what a phone scans for it. */
  sum: { sign: string; total: number; off: [label: string, value: string][]; upi: QrCode | null } | null;
}

/**
 * Handles the form of a sale: 'find' adds a book, less and more change its copies, 'save' is the sale if its sum is the one that
 * was shown, anything else adds up. A sale that was made already, whatever is pressed, is shown as made.
 */
export async function counterAction(request: Request, context: Readonly<RouterContextProvider>) {
  const staffId = requireRight(context, "dispatch").id;
  const form = await readForm(request);
  const isSale = form.get("intent") === "save";
  const typed = isSearch(form) ? await withFoundBook(form) : await typedForm(stepped(form));
  const sale = formOf(typed.typed);
  const shown = { ...typed, problem: null, sum: null } satisfies CounterAnswer;
  const answer = (more: Partial<CounterAnswer>) =>
    data<CounterAnswer>({ ...shown, ...more }, { status: isSale ? 400 : 200 });
  const refused = (errors: TypedForm["errors"], message: string) =>
    answer({ errors: { ...typed.errors, ...errors }, problem: isSale ? message : null });
  if (addedIn(sale).length === 0 && !isSale) return answer({});

  const given = textField(sale, "payment") === "cash" ? typedRupees(textField(sale, "given")) : null;
  if (Number.isNaN(given)) return refused({ given: ["Enter an amount in rupees"] }, CHECK);
  const parsed = staffOrderSchema.safeParse({
    ...orderIn(sale),
    customer: customerIn(sale),
    address: undefined,
  });
  if (!parsed.success) return refused(errorsOf(parsed.error, sale), CHECK);
  const wanted = { ...parsed.data, staffId, gateway: shopGateway().name };
  const done = (outcome: { orderId: number; isNew: boolean }) =>
    redirect(madePath(outcome, textField(sale, "key"), given), 303);
  const preview = await previewStaffOrder(writeDb, wanted);
  if (preview.ok && !preview.isNew) return done(preview);

  if (preview.ok && isSale && isConfirmed(form, signOf(preview))) {
    const missing = given === null ? 0 : preview.totals.total - given;
    if (missing > 0) {
      const message = `${formatRupees(missing)} is missing`;
      return answer({ errors: { given: [message] }, problem: message, sum: await sumOf(preview) });
    }
    const outcome = await placeStaffOrder(writeDb, wanted);
    if (outcome.ok) return done(outcome);
    return outcome.field === null
      ? answer({ problem: outcome.message })
      : refused(errorAt(outcome.field, outcome.message, sale), outcome.message);
  }
  if (preview.ok)
    return answer({
      sum: await sumOf(preview),
      problem: isSale ? `The sum is ${formatRupees(preview.totals.total)} now` : null,
    });
  return preview.field === null
    ? answer({ problem: preview.message })
    : refused(errorAt(preview.field, preview.message, sale), preview.message);
}

const CHECK = "Please check the fields below";

const sumOf = async (preview: Parameters<typeof signOf>[0]) => ({
  sign: signOf(preview),
  total: preview.totals.total,
  off: discountRows(preview.totals.discount, preview.couponCode),
  upi: await upiCode(preview.totals.total),
});

/** The page that shows a sale as made, with the change to give. */
function madePath(
  { orderId, isNew }: { orderId: number; isNew: boolean },
  key: string,
  given: number | null,
) {
  const facts = new URLSearchParams({ made: String(orderId), sale: key });
  if (given !== null) facts.set("given", String(given));
  if (!isNew) facts.set("again", "yes");
  return `/admin/counter?${facts.toString()}`;
}

/** The form after a press of − or +; the last copy takes the book off. */
function stepped(form: FormData): FormData {
  const step = (by: "less" | "more") => parseId(form.get(by));
  const bookId = step("less") ?? step("more");
  if (bookId === null || !form.has(addedOf(bookId))) return form;
  const copies = (count(textField(form, addedOf(bookId))) || 0) + (step("more") === null ? -1 : 1);
  const after = formOf(Object.fromEntries([...form.entries()] as [string, string][]));
  if (copies > 0) after.set(addedOf(bookId), String(copies));
  else after.delete(addedOf(bookId));
  return after;
}

function formOf(typed: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
}

/** Who says nothing walks in. */
function customerIn(form: FormData) {
  const [name, phone, email] = ["name", "phone", "customerEmail"].map((field) =>
    textField(form, field).trim(),
  );
  return phone || email ? { name: name || WALK_IN, phone, email } : { walkIn: true, name };
}
