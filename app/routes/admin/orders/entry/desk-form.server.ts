import { readDb } from "~/db/shop-database.server";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { parseId } from "~/domain/kit/ids";
import type { StaffOrderOutcome } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { buyerOfForm } from "~/domain/sales/orders/buyer/buyer.schema";
import { giftOfForm } from "~/domain/sales/orders/buyer/gift.schema";
import type { RequestedCopies } from "~/domain/sales/quotations/requested-copies.server";
import { upiLink } from "~/domain/sales/transfers/transfers";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { detailsOf } from "~/domain/shop/settings/transfer";
import { textField } from "~/http/request/forms/read-form.server";
import { type QrCode, qrCode } from "~/platform/qr-code.server";
import { discountOf } from "./book-lines";
import { addedIn, addedOf, count, typedForm, type TypedForm } from "./book-lines.server";

const ADDRESS = Object.keys(addressSchema.shape);

/** An order by what it costs: another sum is asked about again. */
export const signOf = ({ totals }: Extract<StaffOrderOutcome, { ok: true }>) => String(totals.total);

/** What a phone scans to pay a sum now; null: the shop has no UPI id. Paise. */
export async function upiCode(amount: number): Promise<QrCode | null> {
  const details = detailsOf(await readSettings(readDb));
  return details?.upi ? qrCode(upiLink(details.upi, details.name, { amount })) : null;
}

interface Issue {
  path: PropertyKey[];
  message: string;
  errors?: Issue[][];
}

/** What `staffOrderSchema` refuses, by the fields of the page. */
export function errorsOf({ issues }: { issues: readonly unknown[] }, form: FormData): TypedForm["errors"] {
  const errors: TypedForm["errors"] = {};
  for (const issue of issues)
    for (const { path, message } of leaves(issue)) {
      const name = fieldOf(path, form);
      errors[name] = [...(errors[name] ?? []), message];
    }
  return errors;
}

/** The message of a refused order at its field of the page. */
export const errorAt = (field: string, message: string, form: FormData): TypedForm["errors"] => ({
  [fieldOf(field.split(/[.[\]]+/).filter(Boolean), form)]: [message],
});

/** The messages of an issue; of a choice between two shapes those of the second, which a form fills in. */
const leaves = (issue: unknown): Issue[] => {
  const { path, message, errors } = issue as Issue;
  const last = errors?.at(-1);
  return last
    ? last.flatMap((inner) => leaves({ ...inner, path: [...path, ...inner.path] }))
    : [{ path, message }];
};

/** The fields of the page as `staffOrderSchema` has them. @param isSent whether it goes to the address, by default as ticked */
export function orderIn(
  form: FormData,
  isSent = textField(form, "to") === "address",
): Record<string, unknown> {
  const text = (name: string) => textField(form, name);
  const id = parseId(text("customerId"));
  return {
    customer:
      id === null ? { name: text("name"), phone: text("phone"), email: text("customerEmail") } : { id },
    address: isSent ? Object.fromEntries(ADDRESS.map((name) => [name, text(name)])) : undefined,
    methodId: isSent && text("methodId") !== "" ? count(text("methodId")) : undefined,
    buyer: buyerOfForm(form).typed,
    ...(giftOfForm(form).isOn && { gift: giftOfForm(form).typed }),
    lines: sentLines(form).map(({ bookId, typed }) => ({
      bookId,
      qty: count(typed),
      discountPercent: percent(text(discountOf(bookId)) || text("discount")),
    })),
    discountReason: text("discountReason"),
    coupon: text("coupon"),
    payment: text("payment"),
    reference: text("reference"),
    creditReason: text("creditReason"),
    note: text("note"),
    idempotencyKey: text("key") || undefined,
  };
}

/** The page as if staff had typed in what somebody asked for. @param hasAddress whether the customer has one that is filled in */
export function askedForm(
  { bookId, copies, name, email, phone }: RequestedCopies,
  hasAddress: boolean,
): Promise<TypedForm> {
  const form = new FormData();
  const fields = {
    [addedOf(bookId)]: String(copies),
    name,
    phone,
    customerEmail: email,
    to: "address",
    payment: "link",
    ...(!hasAddress && { fullname: name, mobile: phone, email }),
  };
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  return typedForm(form);
}

const sentLines = (form: FormData) => addedIn(form).filter(({ typed }) => count(typed) !== 0);

/** A percentage as it was typed; empty: none. */
const percent = (typed: string): number => {
  const text = typed.trim().replace(/\s*%$/, "");
  if (text === "") return 0;
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : NaN;
};

/** The field of the page for a path of `staffOrderSchema`. */
export function fieldOf(path: readonly PropertyKey[], form: FormData): string {
  const [part, at, inner] = path;
  if (part === "lines") {
    const line = sentLines(form)[Number(at)];
    if (!line) return "lines";
    const isDiscount = inner === "discountPercent";
    if (isDiscount) return textField(form, discountOf(line.bookId)) ? discountOf(line.bookId) : "discount";
    return addedOf(line.bookId);
  }
  // Their messages stand in the blocks themselves.
  if (part === "buyer" || part === "gift") return part;
  if (part === "customer") return at === "email" ? "customerEmail" : String(at ?? "name");
  return String(part === "address" ? (at ?? "fullname") : part);
}
