import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { parseId } from "~/domain/kit/ids";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import {
  placeStaffOrder,
  previewStaffOrder,
  type StaffOrderOutcome,
} from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { buyerOfForm, type TypedBuyer } from "~/domain/sales/orders/buyer.schema";
import { giftOfForm, type TypedGift } from "~/domain/sales/orders/gift.schema";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { upiLink } from "~/domain/sales/transfers/transfers";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { detailsOf } from "~/domain/shop/settings/transfer";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { requireRight } from "~/http/request/guards.server";
import { qrCode } from "~/platform/qr-code.server";
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
import { discountOf } from "./book-lines";

/** What the page shows after a form: as it was typed, and what the order costs, to be placed by a second press. */
export interface NewOrderAnswer extends TypedForm {
  problem: string | null;
  buyer: TypedBuyer;
  gift: TypedGift;
  /** null: nothing was checked. `upi`: what the customer scans, of an order paid so now. */
  asked: {
    sign: string;
    subtotal: number;
    shipping: number;
    total: number;
    upi: ReturnType<typeof qrCode> | null;
  } | null;
}

const ADDRESS = Object.keys(addressSchema.shape);

/** Handles the form of a new order: 'find' adds a book, 'save' places the order if its sum is the one that was shown, anything else checks it. */
export async function newOrderAction(request: Request, context: Readonly<RouterContextProvider>) {
  const staffId = requireRight(context, "dispatch").id;
  const form = await readForm(request);
  const { typed, errors: wrong } = buyerOfForm(form);
  const buyer = { typed, errors: wrong };
  const { gift: _, ...gift } = giftOfForm(form);
  const nothing = { problem: null, asked: null, buyer, gift };
  if (isSearch(form))
    // A search refuses nothing.
    return data<NewOrderAnswer>({
      ...(await withFoundBook(form)),
      ...nothing,
      buyer: { typed, errors: {} },
      gift: { ...gift, errors: {} },
    });
  const parsed = staffOrderSchema.safeParse(orderIn(form));
  const refused = async (errors: Record<string, string[]>, problem: string | null) =>
    data<NewOrderAnswer>({ ...(await typedForm(form, errors)), ...nothing, problem }, { status: 400 });
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const issue of parsed.error.issues)
      for (const { path, message } of leaves(issue)) {
        const name = fieldOf(path, form);
        errors[name] = [...(errors[name] ?? []), message];
      }
    return refused(errors, "Please check the fields below");
  }
  const wanted = { ...parsed.data, staffId, gateway: shopGateway().name };
  const preview = await previewStaffOrder(writeDb, wanted);
  if (preview.ok && !isConfirmed(form, signOf(preview)))
    return data<NewOrderAnswer>({
      ...(await typedForm(form)),
      ...nothing,
      asked: {
        sign: signOf(preview),
        ...preview.totals,
        upi: parsed.data.payment === "upi" ? await upiCode(preview.totals.total) : null,
      },
    });
  const outcome = preview.ok ? await placeStaffOrder(writeDb, wanted) : preview;
  if (outcome.ok) {
    const text = outcome.message;
    return redirectWithFlash(context, `/admin/orders/${outcome.orderId}`, { kind: "success", text });
  }
  if (outcome.field === null) return refused({}, outcome.message);
  const path = outcome.field.split(/[.[\]]+/).filter(Boolean);
  return refused({ [fieldOf(path, form)]: [outcome.message] }, outcome.message);
}

/** An order by what it costs: another sum is asked about again. */
const signOf = ({ totals }: Extract<StaffOrderOutcome, { ok: true }>) => String(totals.total);

/** What a phone scans to pay a sum now; null: the shop has no UPI id. Paise. */
async function upiCode(amount: number) {
  const details = detailsOf(await readSettings(readDb));
  return details?.upi ? qrCode(upiLink(details.upi, details.name, { amount })) : null;
}

interface Issue {
  path: PropertyKey[];
  message: string;
  errors?: Issue[][];
}

/** The messages of an issue; of a choice between two shapes those of the second, which a form fills in. */
const leaves = (issue: unknown): Issue[] => {
  const { path, message, errors } = issue as Issue;
  const last = errors?.at(-1);
  return last
    ? last.flatMap((inner) => leaves({ ...inner, path: [...path, ...inner.path] }))
    : [{ path, message }];
};

/** The fields of the page as `staffOrderSchema` has them. */
function orderIn(form: FormData): Record<string, unknown> {
  const text = (name: string) => textField(form, name);
  const id = parseId(text("customerId"));
  const isSent = text("to") === "address";
  return {
    customer:
      id === null ? { name: text("name"), phone: text("phone"), email: text("customerEmail") } : { id },
    address: isSent ? Object.fromEntries(ADDRESS.map((name) => [name, text(name)])) : undefined,
    buyer: buyerOfForm(form).typed,
    ...(giftOfForm(form).isOn && { gift: giftOfForm(form).typed }),
    lines: sentLines(form).map(({ bookId, typed }) => ({
      bookId,
      qty: count(typed),
      discountPercent: percent(text(discountOf(bookId)) || text("discount")),
    })),
    discountReason: text("discountReason"),
    payment: text("payment"),
    reference: text("reference"),
    creditReason: text("creditReason"),
    note: text("note"),
    idempotencyKey: text("key") || undefined,
  };
}

const sentLines = (form: FormData) => addedIn(form).filter(({ typed }) => count(typed) !== 0);

/** A percentage as it was typed; empty: none. */
const percent = (typed: string): number => {
  const text = typed.trim().replace(/\s*%$/, "");
  if (text === "") return 0;
  return /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : NaN;
};

/** The field of the page for a path of `staffOrderSchema`. */
function fieldOf(path: readonly PropertyKey[], form: FormData): string {
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
