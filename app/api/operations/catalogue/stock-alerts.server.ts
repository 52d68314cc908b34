import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { stockAlertSchema } from "~/domain/readers/waiting/stock-alerts.schema";
import { requestStockAlert } from "~/domain/readers/waiting/stock-alerts.server";
import {
  ApiError,
  done,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
  tooManyCalls,
} from "~/api/operation.server";
import { takeFromLimit } from "~/http/request/limits/rate-limit.server";

/** Stock alerts: a mail when a sold-out book is back. */
export const stockAlerts = [
  operation({
    method: "POST",
    path: "/browsebooks/{id}/notify",
    tag: "Storefront",
    summary: "Ask for a mail when a sold-out book is back",
    description:
      "One mail, as soon as the book can be bought again. The answer is the same when it was asked before. A customer's mail " +
      "goes to the account's address, whatever is sent; a guest has to send one.",
    access: "anyone",
    limit: "notify",
    refusals: { 404: "There is no such book." },
    params: z.object({ id: idParam }),
    body: stockAlertSchema.partial(),
    answer: resultSchema,
    async handle({ params: { id }, body, caller: { account } }) {
      const customer = account?.role === "customer" ? account : null;
      const email = customer?.email ?? body.email ?? addressMissing();
      const limit = await takeFromLimit("notify", [email]);
      if (!limit.allowed) throw tooManyCalls(limit.retryAfterSeconds);
      const outcome = await requestStockAlert(writeDb, {
        bookId: id,
        email,
        accountId: customer?.id ?? null,
      });
      if (!outcome.ok && outcome.reason === "not_found") notFound(outcome.message);
      return outcome.ok ? done(outcome.message) : refused(outcome.message);
    },
  }),
];

function addressMissing(): never {
  const errors = { email: ["Please enter a valid email address"] };
  throw new ApiError(400, "The body is not understood", { errors });
}
