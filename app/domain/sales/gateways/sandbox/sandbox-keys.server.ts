import { derivedSecret } from "~/platform/secrets/shop-secret.server";

export interface SandboxKeys {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
}

/** The sandbox's keys, derived from the shop's secret: the same after a restart, different in each shop. */
export function sandboxKeys(): SandboxKeys {
  return {
    keyId: `rzp_sandbox_${derivedSecret("sandbox key id").slice(0, 14)}`,
    keySecret: derivedSecret("sandbox key secret"),
    webhookSecret: derivedSecret("sandbox webhook secret"),
  };
}
