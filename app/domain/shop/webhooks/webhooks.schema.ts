import { z } from "zod";
import { typedText } from "~/domain/kit/typed-text";
import { WEBHOOK_EVENTS } from "./webhooks";

export const ENDPOINT_MAX = { url: 500, description: 100 } as const;

const TOO_LONG = `Address must be ${ENDPOINT_MAX.url} characters or less`;
const REQUIRED = "Address is required";

/** @returns the address as it is stored, or why it cannot be one */
function readAddress(typed: string): { href: string } | { problem: string } {
  const text = typed.trim();
  if (!text) return { problem: REQUIRED };
  if (!URL.canParse(text) || new URL(text).protocol !== "https:")
    return { problem: "Address must begin with https://, such as https://example.in/hooks" };
  const url = new URL(text);
  if (url.username || url.password) return { problem: "Address must not contain a name or password" };
  url.hash = "";
  return url.href.length > ENDPOINT_MAX.url ? { problem: TOO_LONG } : { href: url.href };
}

const address = typedText(ENDPOINT_MAX.url, TOO_LONG, REQUIRED).transform((typed, context) => {
  const read = readAddress(typed);
  if ("href" in read) return read.href;
  context.addIssue({ code: "custom", message: read.problem });
  return z.NEVER;
});

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
