import type { Db } from "~/db/database.server";
import { answerSandboxCall, type SandboxCall } from "~/domain/sales/gateways/sandbox/sandbox-api.server";
import { sandboxKeys } from "~/domain/sales/gateways/sandbox/sandbox-keys.server";

export const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

interface Answer {
  status: number;
  body: { id: string; error: Record<string, unknown> } & Record<string, unknown>;
}

/** Calls the sandbox's API without HTTP, by default with its keys. */
export function sandboxCaller(db: Db) {
  const keys = sandboxKeys();

  async function call(method: string, address: string, more: Partial<SandboxCall> = {}): Promise<Answer> {
    const [path, search] = address.split("?");
    const answer = await answerSandboxCall(db, {
      method,
      path: path!,
      query: new URLSearchParams(search),
      authorization: basic(`${keys.keyId}:${keys.keySecret}`),
      idempotencyKey: null,
      body: undefined,
      ...more,
    });
    return answer as Answer;
  }

  /** By default an order of ₹50.00. */
  const createOrder = async (fields: object = {}) =>
    (await call("POST", "/orders", { body: { amount: 5000, currency: "INR", ...fields } })).body;

  /** Pays as a browser does, with only the key id; by default with the UPI id that succeeds. */
  const payFor = (orderId: string, fields: object = {}) =>
    call("POST", "/payments/create/ajax", {
      authorization: null,
      body: {
        key_id: keys.keyId,
        order_id: orderId,
        amount: 5000,
        currency: "INR",
        method: "upi",
        vpa: "success@razorpay",
        ...fields,
      },
    });

  return { call, createOrder, payFor };
}
