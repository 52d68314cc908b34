// What the calls of an order for staff share.
import { z } from "zod";
import type { StepOutcome } from "~/domain/sales/orders/fulfilment/order-for-step.server";
import type { UnprovedRefunds } from "~/domain/sales/orders/money/unproved-refunds.server";
import { loginAgain } from "~/api/recent-login.server";
import {
  type Caller,
  done,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
} from "~/api/operation.server";

export const tag = "Orders for staff";
export const access = "staff";
export const params = z.object({ orderId: idParam });

/** Whose order, and who does it. */
export const request = (orderId: number, { account }: Caller) => ({ orderId, staffId: account!.id });

/**
 * A step that the state of the order does not allow is result 0 with the reason.
 * @param options.names the body's, by the domain's; @param options.unproved what the step was given
 */
export function answer(
  outcome: StepOutcome,
  { names = {}, unproved }: { names?: Record<string, string>; unproved?: UnprovedRefunds | undefined } = {},
) {
  if (outcome.ok) return done(outcome.message);
  const { reason, message, field } = outcome;
  if (reason === "needs_proof" && unproved) throw loginAgain(unproved.limit);
  if (reason === "not_found") return notFound(message);
  return refused(message, field ? { [names[field] ?? field]: [message] } : undefined);
}

export const LOGIN_AGAIN =
  "The caller's refunds since their login, added up, are above the shop's amount, and they logged in more than 15 minutes ago.";

/** A step without a body. */
export const step = (
  path: `/${string}`,
  summary: string,
  description: string,
  take: (request: { orderId: number; staffId: number }) => Promise<StepOutcome>,
) =>
  operation({
    method: "POST",
    path,
    tag,
    summary,
    description,
    access,
    right: "dispatch",
    params,
    answer: resultSchema,
    handle: async ({ params: { orderId }, caller }) => answer(await take(request(orderId, caller))),
  });
