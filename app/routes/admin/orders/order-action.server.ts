import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { unprovedRefunds } from "~/domain/people/factors/unproved-refunds.server";
import { parseId } from "~/domain/kit/ids";
import { cancelByStaff } from "~/domain/sales/orders/cancellation.server";
import {
  cancelSchema,
  despatchSchema,
  readySchema,
  copiesOf,
  parcelSchema,
  parcelTakeBackSchema,
  parseRefund,
  refundLinesOf,
  refundLinesSchema,
  shipmentSchema,
  takeBackSchema,
} from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import { refundProblem } from "~/domain/sales/orders/fulfilment/fulfilment";
import { despatch, markDelivered, markPacked } from "~/domain/sales/orders/fulfilment/fulfilment.server";
import { isPickUpOrder } from "~/domain/sales/orders/fulfilment/parcels.server";
import { gramsOf } from "~/domain/sales/orders/fulfilment/typed-weight";
import { answerReturn } from "~/domain/sales/orders/returns/return-answers.server";
import { returnAnswerSchema } from "~/domain/sales/orders/returns/returns.schema";
import { orderNoteSchema } from "~/domain/sales/orders/notes/order-notes.schema";
import { addOrderNote } from "~/domain/sales/orders/notes/order-notes.server";
import { correctParcel } from "~/domain/sales/orders/parcels/correct-parcel.server";
import { recordLost, recordParcelDelivered } from "~/domain/sales/orders/parcels/record-parcel.server";
import { sendParcel } from "~/domain/sales/orders/parcels/send-parcel.server";
import { takeBackParcel } from "~/domain/sales/orders/parcels/take-back-parcel.server";
import { resendConfirmation } from "~/domain/sales/orders/resend-confirmation.server";
import { correctShipment } from "~/domain/sales/orders/fulfilment/shipment.server";
import { takeBack } from "~/domain/sales/orders/returns/take-back.server";
import { refundByStaff, retryRefund } from "~/domain/sales/payments/refunds/staff-refunds.server";
import { refundedFor, sumToRefund } from "~/domain/sales/orders/money/refund-lines";
import { refundedShipping } from "~/domain/sales/orders/desk/staff-order";
import { requireFormRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { requireRecentProof } from "~/http/request/login/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { staffOrder } from "~/http/answers/own-order.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { doorAction } from "./door-action.server";
import { type Answer, isDoorIntent, NOTHING_ASKED, type OrderStep, refused } from "./order-answer";

/**
 * Handles one form of the order's page, by its intent. Invalid fields are answered with 400; anything else redirects to
 * the order's page with a message.
 */
export async function orderAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  param: string | undefined,
) {
  const form = await readForm(request);
  const staffId = requireFormRight(context, form.get("intent")).id;
  const orderId = parseId(param);
  if (orderId === null) throw data(null, { status: 404 });
  const order = { orderId, staffId };
  const { provedAt } = getRequestSession(context);
  const answer: Answer = async (outcome) => {
    if (!outcome.ok && outcome.reason === "not_found") throw data(null, { status: 404 });
    if (!outcome.ok && outcome.reason === "needs_proof") await requireRecentProof(context, request, { form });
    const kind = outcome.ok ? "success" : "error";
    return redirectWithFlash(context, `/admin/orders/${orderId}`, { kind, text: outcome.message });
  };

  const intent = form.get("intent");
  if (isDoorIntent(intent)) return doorAction(intent, form, order, { provedAt, answer });
  switch (intent) {
    case "note": {
      const submission = parseWithZod(form, { schema: orderNoteSchema });
      if (submission.status !== "success") return refused("note", submission.reply());
      return answer(await addOrderNote(writeDb, { ...order, ...submission.value }));
    }
    case "pack":
      return answer(await markPacked(writeDb, order));
    case "deliver":
      return answer(await markDelivered(writeDb, order));
    case "parcel-delivered":
    case "parcel-lost": {
      const record = intent === "parcel-lost" ? recordLost : recordParcelDelivered;
      return answer(await record(writeDb, { ...order, parcelId: parcelIn(form) }));
    }
    case "parcel":
      return parcelForm(form, order, answer);
    case "parcel-take-back": {
      const { data: asked } = parcelTakeBackSchema.safeParse({ step: form.get("step") });
      if (!asked) throw data("Unknown step", { status: 400 });
      return answer(await takeBackParcel(writeDb, { ...order, ...asked, parcelId: parcelIn(form) }));
    }
    case "resend":
      return answer(await resendConfirmation(writeDb, order));
    case "retry-refund": {
      const refundId = parseId(form.get("refund"));
      if (refundId === null) throw data(null, { status: 404 });
      return answer(await retryRefund(writeDb, { ...order, refundId }));
    }
    case "despatch":
      return despatchForm(form, order, answer);
    case "shipment":
      return shipmentForm(form, order, answer);
    case "take-back": {
      const { data: asked } = takeBackSchema.safeParse({ step: form.get("step") });
      if (!asked) throw data("Unknown step", { status: 400 });
      return answer(await takeBack(writeDb, { ...order, ...asked }));
    }
    case "cancel": {
      const submission = parseWithZod(form, { schema: cancelSchema });
      if (submission.status !== "success") return refused("cancel", submission.reply());
      const unproved = await unprovedRefunds(readDb, provedAt);
      return answer(await cancelByStaff(writeDb, { ...order, ...submission.value, unproved }));
    }
    case "refund":
      return refundForm(form, order, { provedAt, answer });
    case "return": {
      const submission = parseWithZod(form, { schema: returnAnswerSchema });
      if (submission.status !== "success") return refused("return", submission.reply());
      return answer(await answerReturn(writeDb, { ...order, ...submission.value }));
    }
    default:
      throw data("Unknown intent", { status: 400 });
  }
}

/** The copies that the parcel has, when it is not all of them: empty for all that are open; null: the order was never sent in parts. */
function partsIn(form: FormData): { id: number; qty: number }[] | null {
  if (!form.has("parts")) return null;
  return [...form.entries()].flatMap(([name, value]) => {
    const id = /^copies-(\d{1,15})$/.exec(name)?.[1];
    const typed = typeof value === "string" ? value.trim() : "";
    return id && typed !== "" && typed !== "0" ? [{ id: Number(id), qty: Number(typed) || 0 }] : [];
  });
}

async function despatchForm(form: FormData, order: OrderStep, answer: Answer) {
  const now = new Date();
  const schema = (await isPickUpOrder(readDb, order.orderId)) ? readySchema : despatchSchema;
  const submission = parseWithZod(form, { schema: schema(() => now) });
  if (submission.status !== "success") return refused("despatch", submission.reply());
  const { sharedTracking, weight, ...value } = submission.value;
  const parcel = { ...value, weightG: weight === undefined ? null : gramsOf(weight) };
  const isSharedOk = sharedTracking !== undefined && sharedTracking === parcel.trackingNo;
  const parts = partsIn(form);
  const outcome =
    parts === null
      ? await despatch(writeDb, { ...order, ...parcel, isSharedOk }, now)
      : await sendParcel(writeDb, { ...order, ...parcel, lines: parts, isSharedOk }, now);
  if (outcome.ok || !outcome.field) return answer(outcome);
  const at = /^lines\[(\d+)\]/.exec(outcome.field)?.[1];
  const name = at && parts ? copiesOf(parts[Number(at)]!.id) : outcome.field;
  const reply = submission.reply({ fieldErrors: { [name]: [outcome.message] } });
  return refused("despatch", reply, outcome.isQuestion && parcel.trackingNo);
}

const parcelIn = (form: FormData) => parseId(form.get("parcel")) ?? 0;

async function parcelForm(form: FormData, order: OrderStep, answer: Answer) {
  const schema = parcelSchema(await isPickUpOrder(readDb, order.orderId));
  const submission = parseWithZod(form, { schema });
  if (submission.status !== "success") return refused("parcel", submission.reply());
  const { providerId = null, trackingNo = null, weight, sharedTracking } = submission.value;
  const outcome = await correctParcel(writeDb, {
    ...order,
    parcelId: parcelIn(form),
    providerId,
    trackingNo,
    weightG: weight === undefined ? null : gramsOf(weight),
    isSharedOk: sharedTracking !== undefined && sharedTracking === trackingNo,
  });
  if (outcome.ok || !outcome.field) return answer(outcome);
  const reply = submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } });
  return refused("parcel", reply, outcome.isQuestion && (trackingNo ?? undefined));
}

async function shipmentForm(form: FormData, order: OrderStep, answer: Answer) {
  const now = new Date();
  const submission = parseWithZod(form, { schema: shipmentSchema(() => now) });
  if (submission.status !== "success") return refused("shipment", submission.reply());
  const { sharedTracking, etaDate = null, ...parcel } = submission.value;
  const isSharedOk = sharedTracking === parcel.trackingNo;
  const outcome = await correctShipment(writeDb, { ...order, ...parcel, etaDate, isSharedOk }, now);
  if (outcome.ok || !outcome.field) return answer(outcome);
  const reply = submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } });
  return refused("shipment", reply, outcome.isQuestion && parcel.trackingNo);
}

/**
 * Money goes only after a question about exactly this sum. A refund that cannot be made is refused without asking.
 * @param given.provedAt when the password was last shown in this session
 */
async function refundForm(
  form: FormData,
  order: OrderStep,
  { provedAt, answer }: { provedAt: Parameters<typeof unprovedRefunds>[1]; answer: Answer },
) {
  const submission = parseRefund(form);
  const given = refundLinesOf(form);
  const parsed = refundLinesSchema.safeParse(given);
  if (submission.status !== "success" || !parsed.success) {
    const fieldErrors = Object.fromEntries(
      (parsed.error?.issues ?? []).map(({ path, message }) => [
        copiesOf(given[Number(path[0])]!.id),
        [message],
      ]),
    );
    return refused("refund", submission.reply({ fieldErrors }));
  }
  const { returnId, shipping = 0, ...typed } = submission.value;
  const lines = parsed.data;
  const shown = await staffOrder(String(order.orderId));
  const { left } = shown.money ?? { left: 0 };
  const isForReturn = returnId !== undefined;
  const refusedAt = (field: string, message: string) => {
    const at = /^lines\[(\d+)\]/.exec(field)?.[1];
    const name = at ? copiesOf(lines[Number(at)]!.id) : field;
    return refused("refund", submission.reply({ fieldErrors: { [name]: [message] } }));
  };
  const whatFor = refundedFor(shown, { lines, shipping, isForReturn }, refundedShipping(shown));
  if (!whatFor.ok) return refusedAt(whatFor.field, whatFor.message);
  const refund = { ...typed, amount: typed.amount ?? sumToRefund(whatFor, left), lines, shipping };
  const wantsToChange = form.has("change");
  const isAnswered = form.get("confirmed") === String(refund.amount);
  if (wantsToChange || (!isAnswered && refundProblem(refund.amount, left) === null)) {
    const asked = wantsToChange ? undefined : refund.amount;
    return data({ ...NOTHING_ASKED, intent: "refund", result: submission.reply(), asked }, { status: 400 });
  }
  const unproved = await unprovedRefunds(readDb, provedAt);
  const wanted = { ...order, ...refund, ...(returnId && { returnId }), unproved };
  const outcome = await refundByStaff(writeDb, wanted);
  if (outcome.ok || !outcome.field) return answer(outcome);
  return refusedAt(outcome.field, outcome.message);
}
