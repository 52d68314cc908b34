import { z } from "zod";
import { listJson } from "~/domain/kit/listing/listing.json";
import { listFields, toListSearch } from "~/domain/kit/listing/listing.schema";
import { EMAIL_MAX, newsletterSchema } from "./newsletter.schema";
import { SUBSCRIBER_SORTS, SUBSCRIBER_STATES, type SubscriberSearch } from "./subscribers";

const time = z.string().meta({ format: "date-time" });

/** The body of POST /newsletter. */
export const newsletterBody = z.object({
  email: newsletterSchema.shape.email.meta({ maxLength: EMAIL_MAX, examples: ["asha@example.com"] }),
});

/** The body of POST /newsletter/admin/paged. */
export const pagedSubscribersSchema = z
  .object({
    ...listFields(SUBSCRIBER_SORTS),
    state: z
      .enum(SUBSCRIBER_STATES, { error: `state must be one of ${SUBSCRIBER_STATES.join(", ")}` })
      .nullish(),
  })
  .transform((body): SubscriberSearch => ({ ...toListSearch(body), state: body.state ?? null }));

const subscriberJson = z
  .object({
    id: z
      .number()
      .int()
      .meta({ examples: [1] }),
    email: z.string().meta({ examples: ["asha@example.com"] }),
    state: z.enum(SUBSCRIBER_STATES),
    requestedAt: time,
    confirmedAt: time.nullable(),
    unsubscribedAt: time.nullable(),
  })
  .meta({ id: "Subscriber" });

export const subscriberPageJson = listJson(subscriberJson, "SubscriberPage");
