import { z } from "zod";

/** Far longer than any passkey's answer. */
const ANSWER_MAX = 16_384;

const base64url = z
  .string()
  .max(ANSWER_MAX)
  .regex(/^[\w-]+$/);

const shared = { id: base64url, rawId: base64url, type: z.literal("public-key") };

/** What a browser sends of a new passkey. Fields that the shop does not use are left out. */
const addedSchema = z.object({
  ...shared,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

/** What a browser sends when a passkey is used. */
const usedSchema = z.object({
  ...shared,
  response: z.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

export type AddedPasskey = z.output<typeof addedSchema>;
export type UsedPasskey = z.output<typeof usedSchema>;

const clientSchema = z.object({ challenge: base64url, origin: z.string().max(2000) });

/** What was signed, for whom: from the browser, not yet checked. */
export type ClientData = z.output<typeof clientSchema>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function parse<Answer extends AddedPasskey | UsedPasskey>(
  schema: z.ZodType<Answer>,
  text: string,
): { answer: Answer; client: ClientData } | null {
  if (text.length > ANSWER_MAX) return null;
  const answer = schema.safeParse(parseJson(text));
  if (!answer.success) return null;
  const clientText = Buffer.from(answer.data.response.clientDataJSON, "base64url").toString("utf8");
  const client = clientSchema.safeParse(parseJson(clientText));
  return client.success ? { answer: answer.data, client: client.data } : null;
}

/** @param text the form's field: JSON @returns null when it is none */
export const parseAdded = (text: string) => parse(addedSchema, text);
/** A browser's answer of a passkey that was used. @returns null when it is none */
export const parseUsed = (text: string) => parse(usedSchema, text);

/** The counter in a passkey's signed data: 0 when it does not count (WebAuthn, section 6.1). */
export function signCountOf(authenticatorData: string): number {
  const bytes = Buffer.from(authenticatorData, "base64url");
  return bytes.length >= 37 ? bytes.readUInt32BE(33) : 0;
}
