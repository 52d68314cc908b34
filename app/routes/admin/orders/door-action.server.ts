import { parseWithZod } from "@conform-to/zod/v4";
import { data } from "react-router";
import { readDb, writeDb } from "~/db/shop-database.server";
import { confirmByStaff } from "~/domain/sales/at-the-door/confirm-order.server";
import {
  balanceSchema,
  cashSchema,
  paidBackSchema,
  refuseSchema,
  sureOf,
  takeBackCashSchema,
  transferSchema,
} from "~/domain/sales/at-the-door/door.schema";
import { recordPaidBack } from "~/domain/sales/at-the-door/pay-back.server";
import { recordCash, recordTransfer } from "~/domain/sales/at-the-door/record-money.server";
import { sendCodeAgain, textWithCode } from "~/domain/sales/at-the-door/send-code.server";
import { refuseParcel } from "~/domain/sales/at-the-door/refuse-parcel.server";
import { takeBackCash } from "~/domain/sales/at-the-door/take-back-cash.server";
import { recordBalance } from "~/domain/sales/payments/pay-balance.server";
import { unprovedRefunds } from "~/domain/people/factors/unproved-refunds.server";
import { type Answer, type DoorIntent, NOTHING_ASKED, type OrderStep, refused } from "./order-answer";

/** Handles one of these forms, as `orderAction` does. @param given.provedAt when the password was last shown in this session */
export async function doorAction(
  intent: DoorIntent,
  form: FormData,
  order: OrderStep,
  { provedAt, answer }: { provedAt: Parameters<typeof unprovedRefunds>[1]; answer: Answer },
) {
  const now = new Date();
  switch (intent) {
    case "confirm":
      return answer(await confirmByStaff(writeDb, order, now));
    case "send-code":
      return answer(await sendCodeAgain(writeDb, order, now));
    case "text-code": {
      const outcome = await textWithCode(writeDb, order, now);
      if (!outcome.ok) return answer(outcome);
      // Shown once, on the page that the form answers.
      return data({ ...NOTHING_ASKED, intent, result: undefined, text: outcome.text });
    }
    case "cash": {
      const submission = parseWithZod(form, { schema: cashSchema(() => now) });
      if (submission.status !== "success") return refused("cash", submission.reply());
      const { sure, ...cash } = submission.value;
      const isSure = sure === sureOf(cash);
      const outcome = await recordCash(writeDb, { ...order, ...cash, isSure }, now);
      if (outcome.ok || !outcome.field) return answer(outcome);
      const reply = submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } });
      return refused("cash", reply, outcome.isQuestion && sureOf(cash));
    }
    case "take-back-cash": {
      const submission = parseWithZod(form, { schema: takeBackCashSchema });
      if (submission.status !== "success") return refused("take-back-cash", submission.reply());
      return answer(await takeBackCash(writeDb, { ...order, ...submission.value }, now));
    }
    case "transfer": {
      const submission = parseWithZod(form, { schema: transferSchema(() => now) });
      if (submission.status !== "success") return refused("transfer", submission.reply());
      const { sure, ...transfer } = submission.value;
      const isSure = sure === sureOf(transfer);
      const outcome = await recordTransfer(writeDb, { ...order, ...transfer, isSure }, now);
      if (outcome.ok || !outcome.field) return answer(outcome);
      const reply = submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } });
      return refused("transfer", reply, outcome.isQuestion && sureOf(transfer));
    }
    case "refuse": {
      const submission = parseWithZod(form, { schema: refuseSchema });
      if (submission.status !== "success") return refused("refuse", submission.reply());
      const unproved = await unprovedRefunds(readDb, provedAt);
      return answer(await refuseParcel(writeDb, { ...order, ...submission.value, unproved }, now));
    }
    case "balance": {
      const submission = parseWithZod(form, { schema: balanceSchema(() => now) });
      if (submission.status !== "success") return refused("balance", submission.reply());
      const outcome = await recordBalance(writeDb, { ...order, ...submission.value }, now);
      if (outcome.ok || !outcome.field) return answer(outcome);
      return refused("balance", submission.reply({ fieldErrors: { [outcome.field]: [outcome.message] } }));
    }
    case "paid-back": {
      const submission = parseWithZod(form, { schema: paidBackSchema });
      if (submission.status !== "success") return refused("paid-back", submission.reply());
      const { refund: refundId, how } = submission.value;
      return answer(await recordPaidBack(writeDb, { ...order, refundId, how }, now));
    }
  }
}
