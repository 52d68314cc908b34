import { readDb, writeDb } from "~/db/shop-database.server";
import { listToJson } from "~/domain/kit/listing/listing.json.ts";
import {
  newsletterBody,
  pagedSubscribersSchema,
  subscriberPageJson,
} from "~/domain/readers/newsletter/newsletter.json.ts";
import { SUBSCRIBED } from "~/domain/readers/newsletter/newsletter.schema";
import { subscribe } from "~/domain/readers/newsletter/newsletter.server";
import { listSubscribers } from "~/domain/readers/newsletter/subscribers.server";
import { done, operation, resultSchema } from "~/api/operation.server";
import { mailSite } from "~/http/request/mail-site.server";

const tag = "Newsletter";

export const newsletter = [
  operation({
    method: "POST",
    path: "/newsletter",
    tag,
    summary: "Subscribe to the newsletter",
    description:
      "Mails a confirmation link: the address is on the list once the link was used. The answer does not say whether it was already on the list.",
    access: "anyone",
    limit: "newsletter",
    body: newsletterBody,
    answer: resultSchema,
    async handle({ body: { email }, caller: { session } }) {
      const subscription = { email, consent: "In a program of its own, over the API" };
      await subscribe(writeDb, subscription, await mailSite(session));
      return done(SUBSCRIBED);
    },
  }),

  operation({
    method: "POST",
    path: "/newsletter/admin/paged",
    tag,
    summary: "Search, filter and page through the subscribers",
    description: "Searches by the beginning of an address; the newest first unless sorted.",
    access: "staff",
    right: "newsletter",
    body: pagedSubscribersSchema,
    answer: subscriberPageJson,
    async handle({ body }) {
      return listToJson(await listSubscribers(readDb, body), body.page, (row) => row);
    },
  }),
];
