import { beside } from "~/db/writing/beside.server";
import type { Db } from "~/db/database.server";
import { wake } from "~/platform/wake.server";
import { recordAudit } from "~/domain/kit/audit/audit.server";
import { type StaffRequest, type StepOutcome, unknownOrder } from "../fulfilment/order-for-step.server";
import { lockForStep } from "../order-locks.server";
import { logOrderEvent } from "../order-events.server";
import { readOrder } from "../orders.server";
import { queueReturnMail } from "./return-mails.server";
import { linesInWords, type OrderReturn, RETURN_STATE_LABELS, type ReturnState } from "./returns";
import type { ReturnAnswer } from "./returns.schema";
import { giveBackStock } from "../stock.server";

interface AnswerStep {
  from: "requested" | "approved";
  to: ReturnState & ("approved" | "declined" | "received");
  /** For the audit, in the past tense. */
  action: string;
  done: string;
}

const ANSWERS: Record<ReturnAnswer["answer"], AnswerStep> = {
  approve: { from: "requested", to: "approved", action: "approved a return of", done: "is approved" },
  decline: { from: "requested", to: "declined", action: "declined a return of", done: "is declined" },
  received: {
    from: "approved",
    to: "received",
    action: "received a return of",
    done: "is noted as received",
  },
};

/**
 * Staff approve or decline a return, or record that the books of an approved return have arrived. The customer gets a
 * mail. Copies fit for sale go back into stock, but they and their order still count as sold.
 */
export async function answerReturn(
  db: Db,
  request: StaffRequest & ReturnAnswer,
  now = new Date(),
): Promise<StepOutcome> {
  const outcome = await beside(db, async (trx) => {
    await lockForStep(trx, [request.orderId]);
    return answer(trx, request, now);
  });
  if (outcome.ok) wake("mail");
  return outcome;
}

async function answer(trx: Db, request: StaffRequest & ReturnAnswer, now: Date): Promise<StepOutcome> {
  const { orderId, staffId, returnId, note, restock } = request;
  const { from, to, action, done } = ANSWERS[request.answer];
  const order = await readOrder(trx, orderId, "anybody");
  if (!order) return unknownOrder(orderId);
  const asked = order.returns.find(({ id }) => id === returnId);
  if (!asked) return { ok: false, reason: "not_found", message: "There is no such return" };
  if (asked.state !== from)
    return { ok: false, reason: "wrong_step", message: await whyNot(trx, asked, from) };

  const at = now.toISOString();
  await trx
    .updateTable("return_requests")
    .set(
      to === "received"
        ? { state: to, received_at: at }
        : { state: to, answer: note, answered_at: at, answered_by: staffId },
    )
    .where("id", "=", returnId)
    .where("state", "=", from)
    .execute();
  const isRestocked = to === "received" && restock;
  if (isRestocked) await giveBackStock(trx, asked.lines);

  const books = linesInWords(asked.lines);
  const stock = to === "received" && { restocked: isRestocked ? "yes" : "no" };
  const detail = { return: returnId, books, ...(note && { note }), ...stock };
  const kind = `return_${to}` as const;
  await logOrderEvent(trx, { orderId, kind, actor: "staff", actorAccountId: staffId, detail }, now);
  await recordAudit(
    trx,
    {
      staffId,
      subject: "order",
      subjectId: orderId,
      action,
      before: { Return: RETURN_STATE_LABELS[from] },
      after: {
        Return: RETURN_STATE_LABELS[to],
        Books: books,
        ...(note && { "Note to the customer": note }),
        ...(to === "received" && { "Back in stock": isRestocked }),
      },
    },
    now,
  );
  await queueReturnMail(trx, { ...asked, orderId, state: to, answer: note }, now);
  return { ok: true, message: `The return of order #${orderId} ${done}` };
}

/** Why the return cannot be answered: usually another member of staff was faster. */
async function whyNot(trx: Db, { id, state }: OrderReturn, from: ReturnState): Promise<string> {
  if (state === "withdrawn") return "The customer has withdrawn this return";
  if (state === "requested") return "This return has not been approved yet";
  if (from === "approved") return `This return is ${state} already`;
  const staff = await trx
    .selectFrom("return_requests as r")
    .leftJoin("accounts as a", "a.id", "r.answered_by")
    .select(["a.first_name", "a.last_name"])
    .where("r.id", "=", id)
    .executeTakeFirst();
  const name = `${staff?.first_name ?? ""} ${staff?.last_name ?? ""}`.trim();
  const verb = state === "declined" ? "declined" : "approved";
  return `${name || "Somebody else"} has ${verb} this return already`;
}
