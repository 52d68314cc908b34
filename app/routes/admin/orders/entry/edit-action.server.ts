import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { addressSchema } from "~/domain/kit/addresses/address.schema";
import { parseId } from "~/domain/kit/ids";
import { unprovedRefunds } from "~/domain/people/factors/unproved-refunds.server";
import { BUYER_FIELDS } from "~/domain/sales/orders/buyer/buyer";
import { buyerOfForm, type TypedBuyer } from "~/domain/sales/orders/buyer/buyer.schema";
import { GIFT_FIELDS } from "~/domain/sales/orders/buyer/gift";
import { giftOfForm, type TypedGift } from "~/domain/sales/orders/buyer/gift.schema";
import { editOrderSchema, type OrderEdit } from "~/domain/sales/orders/edit/edit-order.schema";
import { editOrder, type EditOutcome, previewEdit } from "~/domain/sales/orders/edit/edit-order.server";
import { type StaffOrder, versionOf } from "~/domain/sales/orders/desk/staff-order";
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
import { copiesOf } from "~/domain/sales/orders/fulfilment/fulfilment.schema";

/** What the page shows after a form: as it was typed, and the change that is to be saved. */
export interface EditAnswer extends TypedForm {
  /** Of the order as the form shows it: after a refusal that names what has happened since, as it is now. */
  version: number;
  /** Why the change is refused as a whole. */
  problem: string | null;
  buyer: TypedBuyer;
  gift: TypedGift;
  /** The change in words and sums, to be saved by a second press; null: none was checked. */
  asked: { sign: string; total: number; refundDue: number; due: number } | null;
}

const ADDRESS = Object.keys(addressSchema.shape) as (keyof typeof addressSchema.shape)[];

/** Handles the form that changes an order: 'find' adds a book, 'save' saves the change if it is the one that was shown, anything else checks it. */
export async function editAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  param: string | undefined,
) {
  const staffId = requireRight(context, "refunds").id;
  const orderId = parseId(param);
  if (orderId === null) throw data(null, { status: 404 });
  const form = await readForm(request);
  const version = count(textField(form, "version"));
  const { typed, errors: wrong } = buyerOfForm(form);
  const buyer = { typed, errors: wrong };
  const { gift: _, ...gift } = giftOfForm(form);
  const nothing = { version, problem: null, asked: null, buyer, gift };
  if (isSearch(form))
    // A search refuses nothing.
    return data<EditAnswer>({
      ...(await withFoundBook(form)),
      ...nothing,
      buyer: { typed, errors: {} },
      gift: { ...gift, errors: {} },
    });
  const order = await staffOrder(param);
  const parsed = editOrderSchema.safeParse(editIn(form, order));
  const refused = async (errors: Record<string, string[]>, problem: string | null) =>
    data<EditAnswer>({ ...(await typedForm(form, errors)), ...nothing, problem }, { status: 400 });
  if (!parsed.success) {
    const errors: Record<string, string[]> = {};
    for (const { path, message } of parsed.error.issues) {
      const name = fieldOf(path, form, order);
      errors[name] = [...(errors[name] ?? []), message];
    }
    return refused(errors, "Please check the fields below");
  }
  const { provedAt } = getRequestSession(context);
  const unproved = await unprovedRefunds(readDb, provedAt);
  const wanted = { orderId, staffId, unproved, ...parsed.data };
  const preview = await previewEdit(writeDb, wanted);
  if (preview.ok && !isConfirmed(form, signOf(preview)))
    return data<EditAnswer>({
      ...(await typedForm(form)),
      ...nothing,
      asked: {
        sign: signOf(preview),
        total: preview.totals.total,
        refundDue: preview.refundDue,
        due: preview.due,
      },
    });
  const outcome = preview.ok ? await editOrder(writeDb, wanted) : preview;
  if (outcome.ok)
    return redirectWithFlash(context, `/admin/orders/${orderId}`, { kind: "success", text: outcome.message });
  if (outcome.reason === "not_found") throw data(null, { status: 404 });
  if (outcome.reason === "needs_proof") await requireRecentProof(context, request, { form });
  if (!outcome.field) {
    const now = versionOf(await staffOrder(param));
    const answer = { ...(await typedForm(form)), ...nothing, version: now, problem: outcome.message };
    return data<EditAnswer>(answer, { status: 400 });
  }
  const path = outcome.field.split(/[.[\]]+/).filter(Boolean);
  return refused({ [fieldOf(path, form, order)]: [outcome.message] }, outcome.message);
}

/** A change by what it costs: another sum is asked about again. */
const signOf = ({ totals, refundDue, due }: Extract<EditOutcome, { ok: true }>) =>
  [totals.total, refundDue, due].join(":");

/** The fields of the page as `editOrderSchema` has them. An address that is as it was is left out. */
function editIn(form: FormData, order: StaffOrder): Record<keyof OrderEdit, unknown> {
  const text = (name: string) => textField(form, name);
  const address = Object.fromEntries(ADDRESS.map((name) => [name, text(name)]));
  const isSame = ADDRESS.every((name) => !form.has(name) || text(name).trim() === order.address[name]);
  return {
    version: count(text("version")),
    lines: order.lines
      .filter(({ id }) => form.has(copiesOf(id)))
      .map(({ id }) => ({ id, qty: count(text(copiesOf(id))) })),
    add: addedIn(form)
      .filter(({ typed }) => count(typed) !== 0)
      .map(({ bookId, typed }) => ({ bookId, qty: count(typed) })),
    address: isSame ? undefined : address,
    buyer: form.has(BUYER_FIELDS.name) ? buyerOfForm(form).typed : undefined,
    gift: form.has(GIFT_FIELDS.from) ? giftIn(form) : undefined,
    methodId: text("methodId") === "" ? undefined : count(text("methodId")),
    keepShipping: form.has("keepShipping"),
    newPrices: form.has("newPrices"),
    creditReason: text("creditReason"),
    note: text("note"),
  };
}

function giftIn(form: FormData) {
  const { isOn, typed } = giftOfForm(form);
  return isOn ? typed : null;
}

/** The field of the page for a path of `editOrderSchema`. */
function fieldOf(path: readonly PropertyKey[], form: FormData, order: StaffOrder): string {
  const [part, at] = path;
  if (part === "lines") {
    const sent = order.lines.filter(({ id }) => form.has(copiesOf(id)));
    const line = sent[Number(at)];
    return line ? copiesOf(line.id) : "lines";
  }
  if (part === "add") {
    const sent = addedIn(form).filter(({ typed }) => count(typed) !== 0);
    const book = sent[Number(at)];
    return book ? addedOf(book.bookId) : "lines";
  }
  return String(part === "address" ? (at ?? "fullname") : part);
}
