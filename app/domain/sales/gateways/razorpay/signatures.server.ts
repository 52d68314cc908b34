import { createHmac } from "node:crypto";
import { equalInConstantTime } from "~/platform/secrets/tokens.server";

/** @returns the hex HMAC-SHA256 that Razorpay signs with */
export function hmacHex(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** The signature that the gateway returns to the browser for a successful payment (hosted integration, section 1.4). */
export function paymentSignature(keySecret: string, orderId: string, paymentId: string): string {
  return hmacHex(keySecret, `${orderId}|${paymentId}`);
}

/** Compares in constant time; the SDK's own check uses ===. With an empty secret no signature is valid. */
export function isSignatureValid(secret: string, text: string, signature: string): boolean {
  return secret !== "" && equalInConstantTime(hmacHex(secret, text), signature);
}
