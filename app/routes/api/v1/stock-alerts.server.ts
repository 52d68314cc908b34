import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { stockAlertSchema } from "~/domain/stock-alerts/stock-alerts.schema";
import { requestStockAlert } from "~/domain/stock-alerts/stock-alerts.server";
import {
  ApiError,
  done,
  idParam,
  notFound,
  operation,
  refused,
  resultSchema,
  tooManyCalls,
} from "~/http/api/operation.server";
import { takeFromLimit } from "~/http/request/rate-limit.server";

/** Being told of a book that is back. */
export const stockAlerts = [
  operation({
    method: "POST",
    path: "/browsebooks/{id}/notify",
    tag: "Storefront",
    summary: "Ask to be told when a sold-out book is back",
    description:
      "One mail, once it can be bought again. Whether it was asked before is not told. A customer is written to at the " +
      "account's own address, whatever is sent; a guest has to give one.",
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
      const asked = await requestStockAlert(writeDb, { bookId: id, email, accountId: customer?.id ?? null });
      if (!asked.ok && asked.reason === "not_found") notFound(asked.message);
      return asked.ok ? done(asked.message) : refused(asked.message);
    },
  }),
];

function addressMissing(): never {
  const errors = { email: ["Please enter a valid email address"] };
  throw new ApiError(400, "The body is not understood", { errors });
}
