import { writeDb } from "~/db/shop-database.server";
import { wantedTitleSchema } from "~/domain/readers/waiting/wanted-titles.schema";
import { askForTitle } from "~/domain/readers/waiting/wanted-titles.server";
import { done, operation, resultSchema, tooManyCalls } from "~/api/operation.server";
import { takeFromLimit } from "~/http/request/limits/rate-limit.server";

/** Titles that the shop does not have: a mail when it does. */
export const wantedTitles = [
  operation({
    method: "POST",
    path: "/browsebooks/wanted",
    tag: "Storefront",
    summary: "Ask for a title that the shop does not have",
    description:
      "Staff see how many people want the title. One mail, when they have it. The answer is the same when it was asked before.",
    access: "anyone",
    limit: "wanted",
    body: wantedTitleSchema,
    answer: resultSchema,
    async handle({ body }) {
      const limit = await takeFromLimit("wanted", [body.email]);
      if (!limit.allowed) throw tooManyCalls(limit.retryAfterSeconds);
      return done(await askForTitle(writeDb, body));
    },
  }),
];
