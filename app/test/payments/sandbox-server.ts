import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { afterAll } from "vitest";
import type { Db } from "~/db/database.server";
import type { Gateway } from "~/domain/sales/gateways/gateway.server";
import {
  createRazorpayGateway,
  type RazorpayOptions,
} from "~/domain/sales/gateways/razorpay/razorpay.server";
import { answerSandboxCall } from "~/domain/sales/gateways/sandbox/sandbox-api.server";
import { sandboxKeys } from "~/domain/sales/gateways/sandbox/sandbox-keys.server";
import { listen } from "../servers/loopback";

/** Replaces the sandbox's answer to a request, before or after the sandbox has processed it. */
export interface Fault {
  when: (method: string, path: string) => boolean;
  /** true: the sandbox processes the request first, and only the answer is replaced. */
  afterWork?: boolean;
  answer: (res: ServerResponse) => void;
  /** How often it applies; by default once. */
  times?: number;
}

export interface SandboxServer {
  origin: string;
  /** All calls that arrived, e.g. 'POST /orders'. */
  calls: string[];
  faults: Fault[];
  gateway(options?: Partial<RazorpayOptions>): Gateway;
}

/** The sandbox as an HTTP server without the shop; closed after the test file. */
export async function startSandboxServer(db: Db): Promise<SandboxServer> {
  const calls: string[] = [];
  const faults: Fault[] = [];
  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      res.writeHead(500).end(String(error));
    });
  });

  async function handle(req: IncomingMessage, res: ServerResponse) {
    const url = new URL(req.url ?? "/", "http://sandbox");
    const path = url.pathname.replace(/^\/v1/, "");
    calls.push(`${req.method} ${path}`);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString("utf8");

    const fault = faults.find((each) => each.when(req.method ?? "", path) && (each.times ?? 1) > 0);
    if (fault) fault.times = (fault.times ?? 1) - 1;
    if (fault && !fault.afterWork) return fault.answer(res);
    const { status, body } = await answerSandboxCall(db, {
      method: req.method ?? "",
      path,
      query: url.searchParams,
      authorization: req.headers.authorization ?? null,
      idempotencyKey: (req.headers["x-refund-idempotency"] as string | undefined) ?? null,
      body: text ? JSON.parse(text) : undefined,
    });
    if (fault) return fault.answer(res);
    res.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  }

  const origin = await listen(server);
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    origin,
    calls,
    faults,
    gateway: (options = {}) =>
      createRazorpayGateway({
        name: "sandbox",
        ...sandboxKeys(),
        apiBase: origin,
        checkoutScript: "/sandbox/checkout.js",
        hostedCheckout: "/sandbox/v1/checkout/embedded",
        origins: [],
        ...options,
      }),
  };
}
