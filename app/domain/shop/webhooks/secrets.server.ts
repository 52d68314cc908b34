import { randomBytes } from "node:crypto";
import { openText, sealText } from "~/platform/secrets/sealed-text.server";

const PURPOSE = "webhook secret";
const PREFIX = "whsec_";
const BYTES = 32;
/** How long the former secret signs too after a new one was made. */
export const FORMER_MS = 24 * 3_600_000;

/** A new secret as its reader gets it, in the form of Standard Webhooks. */
export const newSecret = () => `${PREFIX}${randomBytes(BYTES).toString("base64")}`;

/** Encrypts an endpoint's secret, so that it opens for this endpoint alone. */
export const sealSecret = (endpointId: number, secret: string) =>
  sealText(PURPOSE, String(endpointId), secret);

/** @returns null when the shop's own secret was changed since */
export const openSecret = (endpointId: number, sealed: string) =>
  openText(PURPOSE, String(endpointId), sealed);
