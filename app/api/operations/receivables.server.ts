import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { periodFields } from "~/domain/accounting/exports/exports.schema";
import { statementJson, statementToJson } from "~/domain/accounting/statement/statement.json.ts";
import { readAccountStatement } from "~/domain/accounting/statement/statement.server";
import { indianDate } from "~/domain/kit/dates";
import { type AccountOutcome, recordAccountPayment, takeBackAccountPayment } from "~/domain/sales/trade/account-money.server"; // oxfmt-ignore
import { customerName } from "~/domain/sales/trade/customer-terms.server";
import { accountJson, accountPaymentBody, accountToJson, receivableJson, receivableToJson, remindersBody, takeBackBody } from "~/domain/sales/trade/on-account.json.ts"; // oxfmt-ignore
import { accountReceipts, readCredit, receivables } from "~/domain/sales/trade/on-account.server";
import { remindLate } from "~/domain/sales/trade/reminders.server";
import { done, idParam, notFound, operation, refused, resultSchema } from "~/api/operation.server";
import { askedPeriod } from "./account-files.server";

const tag = "Accounts";
const access = "staff";
const right = "sales";
const params = z.object({ customerId: idParam });
const refusals = { 404: "There is no such customer." };

/** @throws 404 */
const known = async (customerId: number) =>
  (await customerName(readDb, customerId)) ?? notFound("Customer Not Found");

/** The API's field names, by the domain's. */
const NAMES: Record<string, string> = { orderId: "orderid", key: "idempotencyKey" };

const answer = (outcome: AccountOutcome) =>
  outcome.ok
    ? done(outcome.message)
    : refused(
        outcome.message,
        outcome.field === null ? undefined : { [NAMES[outcome.field] ?? outcome.field]: [outcome.message] },
      );

/** What customers owe on account, and what they have paid. */
export const receivableCalls = [
  operation({
    method: "GET",
    path: "/accounts/receivables",
    tag,
    summary: "Customers with something open on account",
    description: "Whoever is late longest first.",
    access,
    right,
    answer: z.object({ receivables: z.array(receivableJson) }),
    async handle() {
      const found = await receivables(readDb, indianDate(new Date()));
      return { receivables: found.map(receivableToJson) };
    },
  }),

  operation({
    method: "GET",
    path: "/accounts/receivables/{customerId}",
    tag,
    summary: "A customer's open invoices and payments on account",
    access,
    right,
    refusals,
    params,
    answer: accountJson,
    async handle({ params: { customerId } }) {
      await known(customerId);
      const [{ credit, invoices }, receipts] = await Promise.all([
        readCredit(readDb, customerId),
        accountReceipts(readDb, customerId),
      ]);
      return accountToJson(credit, invoices, receipts);
    },
  }),

  operation({
    method: "GET",
    path: "/accounts/receivables/{customerId}/statement",
    tag,
    summary: "A customer's statement of account",
    description: "Of a month or of some days; without a period it is the current month.",
    access,
    right,
    refusals,
    params,
    query: z.object(periodFields),
    answer: statementJson,
    async handle({ params: { customerId }, query }) {
      await known(customerId);
      const period = askedPeriod(query);
      const { statement, ages } = await readAccountStatement(readDb, customerId, period);
      return statementToJson(statement, period, ages);
    },
  }),

  operation({
    method: "POST",
    path: "/accounts/receivables/{customerId}/payments",
    tag,
    summary: "Record a payment on account",
    description: "It is spread over the oldest invoices, or is for one order; never more than is open.",
    access,
    right,
    refusals,
    params,
    body: accountPaymentBody,
    answer: resultSchema,
    async handle({ params: { customerId: accountId }, body, caller: { account } }) {
      await known(accountId);
      return answer(await recordAccountPayment(writeDb, { ...body, accountId, staffId: account!.id }));
    },
  }),

  operation({
    method: "POST",
    path: "/accounts/receivables/{customerId}/payments/{paymentId}/take-back",
    tag,
    summary: "Take back a payment on account that did not come",
    description: "What it was for is open again. Refused once any of it was refunded.",
    access,
    right,
    refusals,
    params: params.extend({ paymentId: idParam }),
    body: takeBackBody,
    answer: resultSchema,
    async handle({ params: { customerId: accountId, paymentId }, body: { reason }, caller: { account } }) {
      await known(accountId);
      const given = { accountId, staffId: account!.id, receiptId: paymentId, reason };
      return answer(await takeBackAccountPayment(writeDb, given));
    },
  }),

  operation({
    method: "POST",
    path: "/accounts/receivables/reminders",
    tag,
    summary: "Remind customers of what is late",
    description: "By mail, each once a day at most. msg says who gets none and why.",
    access,
    right,
    body: remindersBody,
    answer: resultSchema,
    async handle({ body: { customerIds: accountIds }, caller: { account } }) {
      const { ok, message } = await remindLate(writeDb, { accountIds, staffId: account!.id });
      return ok ? done(message) : refused(message);
    },
  }),
];
