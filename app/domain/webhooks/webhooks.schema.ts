import { z } from "zod";
import { typedText } from "../typed-text";
import { WEBHOOK_EVENTS } from "./webhooks";

export const ENDPOINT_MAX = { url: 500, description: 100 } as const;

const URL_RULE = "Address must begin with https://, such as https://example.in/hooks";

const address = typedText(ENDPOINT_MAX.url, `Address must be ${ENDPOINT_MAX.url} characters or less`)
  .transform((text) => text.trim())
  .pipe(
    z
      .string()
      .min(1, { error: "Address is required", abort: true })
      .refine((text) => URL.canParse(text) && new URL(text).protocol === "https:", {
        error: URL_RULE,
        abort: true,
      })
      .transform((text) => new URL(text))
      .refine(({ username, password }) => !username && !password, {
        error: "Address must not contain a name or password",
        abort: true,
      })
      .transform((url) => {
        url.hash = "";
        return url.href;
      })
      .refine((href) => href.length <= ENDPOINT_MAX.url, {
        error: `Address must be ${ENDPOINT_MAX.url} characters or less`,
      }),
  );

const NO_EVENT = "Choose at least one event";

/** What staff type about an endpoint. The host's addresses are checked too, in `saveEndpoint`. */
export const endpointSchema = z.object({
  url: address,
  description: typedText(
    ENDPOINT_MAX.description,
    `Description must be ${ENDPOINT_MAX.description} characters or less`,
  )
    .optional()
    .transform((text = "") => text.replace(/[\p{Cc}\s]+/gu, " ").trim())
    .refine(
      (text) => [...text].length <= ENDPOINT_MAX.description,
      `Description must be ${ENDPOINT_MAX.description} characters or less`,
    ),
  events: z
    .array(z.enum(WEBHOOK_EVENTS, { error: "An event chosen here is not known" }), { error: NO_EVENT })
    .min(1, NO_EVENT)
    .max(100, "An event chosen here is not known")
    .transform((chosen) => WEBHOOK_EVENTS.filter((event) => chosen.includes(event))),
});

export type EndpointFields = z.output<typeof endpointSchema>;
