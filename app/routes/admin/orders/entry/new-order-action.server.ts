import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { shopGateway } from "~/domain/sales/gateways/shop-gateway.server";
import { placeStaffOrder, previewStaffOrder } from "~/domain/sales/orders/by-staff/place-staff-order.server";
import { buyerOfForm, type TypedBuyer } from "~/domain/sales/orders/buyer/buyer.schema";
import { giftOfForm, type TypedGift } from "~/domain/sales/orders/buyer/gift.schema";
import { staffOrderSchema } from "~/domain/sales/orders/by-staff/staff-order.schema";
import { makeQuotation } from "~/domain/sales/quotations/make-quotation.server";
import { quotationSchema } from "~/domain/sales/quotations/quotations.schema";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { readForm, textField } from "~/http/request/forms/read-form.server";
import { requireRight } from "~/http/request/guards.server";
import type { QrCode } from "~/platform/qr-code.server";
import { isConfirmed, isSearch, typedForm, type TypedForm, withFoundBook } from "./book-lines.server";
import { type CustomerChoice, customerIn, isCustomerSearch, withCustomer } from "./customer-choice.server";
import { errorAt, errorsOf, orderIn, signOf, upiCode } from "./desk-form.server";

/** What the page shows after a form: as it was typed, and what the order costs, to be placed by a second press. */
export interface NewOrderAnswer extends TypedForm, CustomerChoice {
  problem: string | null;
  buyer: TypedBuyer;
  gift: TypedGift;
  /** null: nothing was checked. `upi`: what the customer scans, of an order paid so now. */
  asked: {
    sign: string;
    subtotal: number;
    discount: number;
    couponCode: string | null;
    shipping: number;
    total: number;
    upi: QrCode | null;
  } | null;
}

/**
 * Handles the form of a new order: 'find' adds a book, 'findCustomer' chooses for whom it is, 'quote' makes a quotation, 'save' places the order if its sum is the one
 * that was shown, anything else checks it.
 */
export async function newOrderAction(request: Request, context: Readonly<RouterContextProvider>) {
  const { id: staffId, rights } = requireRight(context, "dispatch");
  const form = await readForm(request);
  const { typed, errors: wrong } = buyerOfForm(form);
  const buyer = { typed, errors: wrong };
  const { gift: _, ...gift } = giftOfForm(form);
  const customer = await customerIn(form);
  const nothing = { problem: null, asked: null, buyer, gift, customer, people: null };
  // A search refuses nothing.
  const searched = { ...nothing, buyer: { typed, errors: {} }, gift: { ...gift, errors: {} } };
  if (isCustomerSearch(form) && rights.includes("customers"))
    return data<NewOrderAnswer>({ ...searched, ...(await withCustomer(form)) });
  if (isSearch(form)) return data<NewOrderAnswer>({ ...(await withFoundBook(form)), ...searched });
  const refused = async (errors: Record<string, string[]>, problem: string | null) =>
    data<NewOrderAnswer>({ ...(await typedForm(form, errors)), ...nothing, problem }, { status: 400 });
  const refusedAt = ({ field, message }: { field: string | null; message: string }) =>
    refused(field === null ? {} : errorAt(field, message, form), message);
  if (form.get("intent") === "quote") {
    const quoted = quotationSchema.safeParse({
      ...orderIn(form, true),
      validUntil: textField(form, "validUntil"),
    });
    if (!quoted.success) return refused(errorsOf(quoted.error, form), "Please check the fields below");
    const made = await makeQuotation(writeDb, { ...quoted.data, staffId });
    if (made.ok)
      return redirectWithFlash(context, `/admin/quotations/${made.id}`, {
        kind: "success",
        text: made.message,
      });
    return refusedAt(made);
  }
  const parsed = staffOrderSchema.safeParse(orderIn(form));
  if (!parsed.success) return refused(errorsOf(parsed.error, form), "Please check the fields below");
  const wanted = { ...parsed.data, staffId, gateway: shopGateway().name };
  const preview = await previewStaffOrder(writeDb, wanted);
  if (preview.ok && !isConfirmed(form, signOf(preview)))
    return data<NewOrderAnswer>({
      ...(await typedForm(form)),
      ...nothing,
      asked: {
        sign: signOf(preview),
        ...preview.totals,
        couponCode: preview.couponCode,
        upi: parsed.data.payment === "upi" ? await upiCode(preview.totals.total) : null,
      },
    });
  const outcome = preview.ok ? await placeStaffOrder(writeDb, wanted) : preview;
  if (outcome.ok) {
    const text = outcome.message;
    return redirectWithFlash(context, `/admin/orders/${outcome.orderId}`, { kind: "success", text });
  }
  return refusedAt(outcome);
}
