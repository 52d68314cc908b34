import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { formatRupees } from "~/domain/kit/money";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { randomToken, sha256 } from "~/platform/secrets/tokens.server";
import { shopOrigin } from "~/platform/shop-origin.server";
import { wake } from "~/platform/wake.server";
import {
  type CustomerRequest,
  type StaffRequest,
  type StepOutcome,
  unknownOrder,
} from "../orders/fulfilment/order-for-step.server";
import { logOrderEvent } from "../orders/order-events.server";
import { queueOrderMail } from "../orders/order-mails.server";
import { toConfirmMessage } from "../orders/messages/to-pay-messages";
import type { Order } from "../payments/settle-order.server";
import { codeHash, lockToAccept, orderToConfirm, whyNotConfirmed, whyTooLate } from "./confirm-order.server";
import { confirmationPath, newCode } from "./confirmation.server";

/**
 * Codes that are made for one order, the first one included: each takes five wrong ones, so more would make it worth guessing.
 * Its customer can ask for some of them; staff have the others.
 */
export const MOST_CODES = { customer: 4, staff: 8 } as const;

const noMore = (most: number) => `No more than ${most} codes are made for an order`;

interface Fresh {
  code: string;
  token: string;
  /** The number of this code, from 1. */
  codes: number;
}

/** Replaces the order's code and link: the ones before open nothing any more. @returns null when there were too many */
async function makeCode(trx: Db, orderId: number, most: number, now: Date): Promise<Fresh | null> {
  const [code, token] = [newCode(), randomToken()];
  const made = await trx
    .updateTable("order_confirmations")
    .set((eb) => ({
      code_hash: codeHash(orderId, code),
      token_hash: sha256(token),
      tries: 0,
      codes: eb("codes", "+", 1),
      created_at: now.toISOString(),
    }))
    .where("order_id", "=", orderId)
    .where("codes", "<", most)
    .returning("codes")
    .executeTakeFirst();
  return made ? { code, token, codes: made.codes } : null;
}

type Ready = { ok: true; order: Order; fresh: Fresh } | (StepOutcome & { ok: false });

/** @param accountId the customer who must own the order; undefined: for staff */
async function freshCode(trx: Db, orderId: number, accountId: number | undefined, now: Date): Promise<Ready> {
  const isStaff = accountId === undefined;
  await lockToAccept(trx, orderId);
  const order = await orderToConfirm(trx, orderId, accountId);
  if (!order) return unknownOrder(orderId);
  const late = whyTooLate(order, now);
  const why =
    whyNotConfirmed(order) ??
    (late && isStaff ? `The time to confirm order #${orderId} is over. Only you can confirm it now` : late);
  if (why) return { ok: false, reason: "wrong_step", message: why };
  const most = MOST_CODES[isStaff ? "staff" : "customer"];
  const fresh = await makeCode(trx, orderId, most, now);
  if (fresh) return { ok: true, order, fresh };
  const ask = isStaff ? ": call the customer" : ". Please call us, or wait for our call";
  return { ok: false, reason: "wrong_step", message: noMore(most) + ask };
}

/**
 * Mails a new code and link for an order that waits to be confirmed, for its customer or for staff; the ones before end.
 * @returns a sentence in each case; refused when it does not wait any more, or after too many codes
 */
export async function sendCodeAgain(
  db: Db,
  request: CustomerRequest | StaffRequest,
  now = new Date(),
): Promise<StepOutcome> {
  const { orderId } = request;
  const accountId = "accountId" in request ? request.accountId : undefined;
  const outcome = await beside(db, async (trx): Promise<StepOutcome> => {
    const ready = await freshCode(trx, orderId, accountId, now);
    if (!ready.ok) return ready;
    const { code, token, codes } = ready.fresh;
    await queueOrderMail(trx, orderId, now, {
      dedupeKey: `order-to-confirm:${orderId}:${codes}`,
      write: (order) => toConfirmMessage(order, { code, path: confirmationPath(token) }),
    });
    const by =
      "staffId" in request
        ? ({ actor: "staff", actorAccountId: request.staffId } as const)
        : ({ actor: "customer", actorAccountId: request.accountId } as const);
    await logOrderEvent(trx, { orderId, kind: "code_sent", ...by, detail: { how: "by mail" } }, now);
    if ("staffId" in request) await audit(trx, request, "sent the code again for", now);
    return { ok: true, message: `A new code for order #${orderId} is on its way. The one before ends` };
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

/** A text with a new code and link, for staff's own phone: the shop itself sends no texts. */
export type TextOutcome = { ok: true; message: string; text: string } | (StepOutcome & { ok: false });

/**
 * Makes a new code and the text with which staff send it from their own phone. The codes before end.
 * @returns refused as by `sendCodeAgain`
 */
export async function textWithCode(db: Db, request: StaffRequest, now = new Date()): Promise<TextOutcome> {
  const { orderId, staffId } = request;
  return beside(db, async (trx): Promise<TextOutcome> => {
    const ready = await freshCode(trx, orderId, undefined, now);
    if (!ready.ok) return ready;
    const { code, token } = ready.fresh;
    const by = { actor: "staff", actorAccountId: staffId } as const;
    await logOrderEvent(trx, { orderId, kind: "code_sent", ...by, detail: { how: "by text" } }, now);
    await audit(trx, request, "made a text with the code of", now);
    const { shopName } = await readSettings(trx);
    const due = formatRupees(ready.order.due_at_door);
    const link = shopOrigin() + confirmationPath(token);
    const text = `${shopName}: please confirm your order #${orderId}, ${due} at the door. Open ${link} or tell us the code ${code}.`;
    return { ok: true, message: `The text for order #${orderId} is ready to be sent`, text };
  });
}

const audit = (trx: Db, { orderId, staffId }: StaffRequest, action: string, now: Date) =>
  recordAudit(
    trx,
    { staffId, subject: "order", subjectId: orderId, action, after: { Code: "a new one" } },
    now,
  );
