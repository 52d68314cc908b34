import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { unprovedRefunds } from "~/domain/factors/unproved-refunds.server";
import { parseId } from "~/domain/ids";
import { cancelByStaff } from "~/domain/orders/cancellation.server";
import {
  cancelSchema,
  despatchSchema,
  refundSchema,
  shipmentSchema,
  takeBackSchema,
} from "~/domain/orders/fulfilment.schema";
import { despatch, markDelivered, markPacked, type StepOutcome } from "~/domain/orders/fulfilment.server";
import { answerReturn } from "~/domain/orders/return-answers.server";
import { returnAnswerSchema } from "~/domain/orders/returns.schema";
import { resendConfirmation } from "~/domain/orders/resend-confirmation.server";
import { correctShipment } from "~/domain/orders/shipment.server";
import { takeBack } from "~/domain/orders/take-back.server";
import { refundByStaff, retryRefund } from "~/domain/payments/staff-refunds.server";
import { requireFormRight } from "~/http/request/guards.server";
import { readForm } from "~/http/request/read-form.server";
import { requireRecentProof } from "~/http/request/recent-proof.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";

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
  const answer = async (outcome: StepOutcome) => {
    if (!outcome.ok && outcome.reason === "not_found") throw data(null, { status: 404 });
    if (!outcome.ok && outcome.reason === "needs_proof") await requireRecentProof(context, request, { form });
    const kind = outcome.ok ? "success" : "error";
    return redirectWithFlash(context, `/admin/orders/${orderId}`, { kind, text: outcome.message });
  };

  switch (form.get("intent")) {
    case "pack":
      return answer(await markPacked(writeDb, order));
    case "deliver":
      return answer(await markDelivered(writeDb, order));
    case "resend":
      return answer(await resendConfirmation(writeDb, order));
    case "retry-refund": {
      const refundId = parseId(form.get("refund"));
      if (refundId === null) throw data(null, { status: 404 });
      return answer(await retryRefund(writeDb, { ...order, refundId }));
    }
    case "despatch": {
      const now = new Date();
      const submission = parseWithZod(form, { schema: despatchSchema(() => now) });
      if (submission.status !== "success") return refused("despatch", submission.reply());
      const { sharedTracking, ...parcel } = submission.value;
      const isSharedOk = sharedTracking === parcel.trackingNo;
      const outcome = await despatch(writeDb, { ...order, ...parcel, isSharedOk }, now);
      if (outcome.ok || !outcome.field) return answer(outcome);
      const reply = submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } });
      return refused("despatch", reply, outcome.isQuestion && parcel.trackingNo);
    }
    case "shipment": {
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
    case "refund": {
      const submission = parseWithZod(form, { schema: refundSchema });
      if (submission.status !== "success") return refused("refund", submission.reply());
      const { returnId, ...refund } = submission.value;
      const unproved = await unprovedRefunds(readDb, provedAt);
      const outcome = await refundByStaff(writeDb, {
        ...order,
        ...refund,
        ...(returnId && { returnId }),
        unproved,
      });
      if (outcome.ok || !outcome.field) return answer(outcome);
      return refused("refund", submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } }));
    }
    case "return": {
      const submission = parseWithZod(form, { schema: returnAnswerSchema });
      if (submission.status !== "success") return refused("return", submission.reply());
      return answer(await answerReturn(writeDb, { ...order, ...submission.value }));
    }
    default:
      throw data("Unknown intent", { status: 400 });
  }
}

export type RefusedIntent = "despatch" | "shipment" | "cancel" | "refund" | "return";

/** @param sharedTracking a tracking number of another parcel, which staff are asked to confirm */
function refused<Result>(intent: RefusedIntent, result: Result, sharedTracking?: string) {
  return data({ intent, result, sharedTracking }, { status: 400 });
}
