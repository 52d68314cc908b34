import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { reorderedInWords } from "~/domain/sales/cart/reorder";
import { reorder } from "~/domain/sales/cart/reorder.server";
import { parseId } from "~/domain/kit/ids";
import { confirmByCode } from "~/domain/sales/at-the-door/confirm-order.server";
import { sendCodeAgain } from "~/domain/sales/at-the-door/send-code.server";
import { codeSchema } from "~/domain/sales/at-the-door/door.schema";
import { cancelByCustomer } from "~/domain/sales/orders/cancellation.server";
import { customerCancelSchema } from "~/domain/sales/orders/fulfilment/fulfilment.schema";
import type { StepOutcome } from "~/domain/sales/orders/fulfilment/order-for-step.server";
import { withdrawReturn } from "~/domain/sales/orders/returns/returns.server";
import { redirect } from "~/http/answers/redirect.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { getRequestSession } from "~/http/request/request-session.server";

/**
 * The customer's actions on their own order, by the form's intent. Refused fields come back with 400; 'Order again'
 * redirects to the cart, all others to the order's page.
 */
export async function ownOrderAction(
  request: Request,
  context: Readonly<RouterContextProvider>,
  accountId: number,
  param: string | undefined,
) {
  const form = await readForm(request);
  const orderId = parseId(param);
  if (orderId === null) throw data(null, { status: 404 });
  const order = { orderId, accountId };
  const answer = (outcome: StepOutcome) => {
    if (!outcome.ok && outcome.reason === "not_found") throw data(null, { status: 404 });
    const kind = outcome.ok ? "success" : "error";
    return redirectWithFlash(context, `/orders/${order.orderId}`, { kind, text: outcome.message });
  };

  switch (form.get("intent")) {
    case "cancel": {
      const given = { reason: form.get("reason") ?? "" };
      const parsed = customerCancelSchema.safeParse(given);
      if (parsed.success) return answer(await cancelByCustomer(writeDb, { ...order, ...parsed.data }));
      const errors = z.flattenError(parsed.error).fieldErrors.reason ?? [];
      return data({ reason: String(given.reason), errors, codeProblem: undefined }, { status: 400 });
    }
    case "confirm": {
      const given = { code: form.get("code") ?? "" };
      const parsed = codeSchema.safeParse(given);
      if (!parsed.success) return wrongCode(z.flattenError(parsed.error).fieldErrors.code?.[0] ?? "");
      const outcome = await confirmByCode(writeDb, { ...order, ...parsed.data });
      return !outcome.ok && outcome.field ? wrongCode(outcome.message) : answer(outcome);
    }
    case "send-code":
      return answer(await sendCodeAgain(writeDb, order));
    case "reorder": {
      const books = await reorder(writeDb, order);
      if (!books) throw data(null, { status: 404 });
      for (const message of reorderedInWords(books)) getRequestSession(context).flash(message);
      return redirect("/cart", 303);
    }
    case "withdraw-return": {
      const returnId = parseId(form.get("return"));
      if (returnId === null) throw data(null, { status: 404 });
      return answer(await withdrawReturn(writeDb, { ...order, returnId }));
    }
    default:
      throw data("Unknown intent", { status: 400 });
  }
}

/** The order's page again, with why the code was refused. The code itself is not shown again. */
const wrongCode = (codeProblem: string) =>
  data({ reason: "", errors: [] as string[], codeProblem }, { status: 400 });
