import type Razorpay from "razorpay";
import type { z } from "zod";
import { logger } from "~/platform/logger.server";
import { type Gateway, GatewayError } from "../gateway.server";
import { parseRazorpayReturn, razorpayCheckout } from "./checkout.server";
import {
  collectionOf,
  errorEntity,
  orderEntity,
  paymentEntity,
  refundEntity,
  settledEntity,
} from "./razorpay-entities.server";
import { parseRazorpayWebhook } from "./razorpay-events.server";
import { isSignatureValid } from "./signatures.server";

export interface RazorpayOptions {
  name: Gateway["name"];
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  /** Another server that speaks Razorpay's protocol, without /v1; reached directly, past any proxy. */
  apiBase?: string;
  /** The script that defines `window.Razorpay` (payments/payment-gateway/web-integration/standard). */
  checkoutScript: string;
  /** The action of the form without JavaScript (payments/payment-gateway/web-integration/hosted). */
  hostedCheckout: string;
  origins: string[];
  /** The limit for a whole call, from connecting to the last byte. */
  timeoutMs?: number;
}

const UNAVAILABLE = "The payment service cannot be reached right now. Please try again in a moment.";
const REFUSED = "The payment service refused the request.";
/** Razorpay's longest capture window, in minutes, for payments that a bank approves late (payments/capture-settings/api). */
const CAPTURE_WITHIN = 5 * 24 * 60;

/** The size limit of an answer; a list of payments has about 100 kB. */
const MOST_BYTES = 1_048_576;

/** The SDK's axios instance, since the SDK has no settings for base URL, time limit and headers of a call. */
interface Transport {
  defaults: { baseURL?: string; proxy?: false; maxRedirects?: number; maxContentLength?: number };
  interceptors: {
    request: { use(change: (config: { signal?: AbortSignal }) => object): unknown };
    response: { use(pass: undefined, fail: (error: NetworkError) => never): unknown };
  };
  post(url: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>;
}

/** What axios rejects with. */
interface NetworkError {
  message: string;
  code?: string;
  response?: { status: number; data: unknown };
}

/**
 * A gateway that speaks Razorpay's protocol through its SDK: Razorpay itself, or the sandbox. Answers are validated,
 * signatures are made and compared here, and every call ends within `timeoutMs`. The pages that comments in this folder
 * name are below razorpay.com/docs.
 */
export function createRazorpayGateway(options: RazorpayOptions): Gateway {
  const { name, keyId, keySecret, webhookSecret, checkoutScript, origins } = options;
  const call = caller(options);

  return {
    name,
    keyId,
    checkoutScript,
    origins,

    checkout: (order) => razorpayCheckout(options, order),

    createOrder: (order) => createOrder(call, order),
    // api/orders/fetch-all
    async testKeys() {
      await call("test keys", collectionOf(orderEntity), ({ sdk }) => sdk.orders.all({ count: 1 }));
    },

    // api/payments/fetch-with-id
    async fetchPayment(id) {
      const payment = await call("fetch payment", paymentEntity, ({ sdk }) => sdk.payments.fetch(safeId(id)));
      if (payment.id === id) return payment;
      logger.error(
        { gateway: name, asked: id, got: payment.id },
        "the gateway answered with another payment",
      );
      throw new GatewayError("refused", REFUSED);
    },

    // api/orders/fetch-payments
    async fetchOrderPayments(gatewayOrderId) {
      const list = await call("fetch order's payments", collectionOf(paymentEntity), ({ sdk }) =>
        sdk.orders.fetchPayments(safeId(gatewayOrderId)),
      );
      return list.items;
    },

    // api/refunds/normal-refunds-idempotent; the SDK's own call cannot send the header.
    refund: ({ paymentId, amount, idempotencyKey, notes }) =>
      call("refund", refundEntity, async ({ transport }) => {
        const answer = await transport.post(
          `/v1/payments/${safeId(paymentId)}/refund`,
          { amount, speed: "normal", notes },
          { headers: { "X-Refund-Idempotency": idempotencyKey } },
        );
        return answer.data;
      }),

    // api/refunds/fetch-with-id
    fetchRefund: (id) => call("fetch refund", refundEntity, ({ sdk }) => sdk.refunds.fetch(safeId(id))),

    // api/settlements/fetch-recon; the days are those in India.
    async fetchSettled({ month, skip, count }) {
      const [year, number] = month.split("-").map(Number) as [number, number];
      const page = await call("fetch settlements", collectionOf(settledEntity), ({ sdk }) =>
        sdk.settlements.reports({ year, month: number, skip, count }),
      );
      return page.items;
    },

    parseReturn: parseRazorpayReturn,

    // Hosted integration, section 1.4
    isPaymentSignatureValid: ({ orderId, paymentId, signature }) =>
      orderId !== "" && paymentId !== "" && isSignatureValid(keySecret, `${orderId}|${paymentId}`, signature),

    parseWebhook: (request) => parseRazorpayWebhook(webhookSecret, request),
  };
}

type Call = ReturnType<typeof caller>;

/** @returns a function that makes a call and validates its answer, and rejects with a `GatewayError` */
function caller(options: RazorpayOptions) {
  const gateway = options.name;
  let client: Client | undefined;
  return async <Shape extends z.ZodType>(
    what: string,
    shape: Shape,
    ask: (client: Client) => Promise<unknown>,
  ) => {
    let answer: unknown;
    try {
      client ??= await openClient(options);
      answer = await ask(client);
    } catch (error) {
      throw error instanceof GatewayError ? error : toGatewayError(gateway, what, error);
    }
    const parsed = shape.safeParse(answer);
    if (parsed.success) return parsed.data;
    logger.error(
      { gateway, call: what, issues: parsed.error.issues },
      "the payment gateway's answer is invalid",
    );
    throw new GatewayError("unavailable", UNAVAILABLE, 200, { cause: parsed.error });
  };
}

/** api/orders/create */
async function createOrder(
  call: Call,
  { receipt, amount, currency, notes }: Parameters<Gateway["createOrder"]>[0],
) {
  // `unique_receipt`: a repeated call is refused or returns the first order (retries-and-idempotency).
  const order = {
    receipt,
    amount,
    currency,
    notes,
    unique_receipt: true,
    payment: {
      capture: "automatic",
      capture_options: { automatic_expiry_period: CAPTURE_WITHIN, refund_speed: "normal" },
    },
  };
  const made = await call("create order", orderEntity, ({ sdk }) => sdk.orders.create(order as never)).catch(
    async (error: unknown) => {
      if (!(error instanceof GatewayError) || error.kind !== "refused") throw error;
      const earlier = await findByReceipt(call, receipt);
      if (!earlier) throw error;
      return earlier;
    },
  );
  if (made.amount === amount && made.currency === currency) return made;
  throw new GatewayError(
    "refused",
    "The payment was prepared for another amount. Please place the order again.",
  );
}

/** The order created earlier for this receipt, when the answer was lost. */
async function findByReceipt(call: Call, receipt: string) {
  const { items } = await call("find order", collectionOf(orderEntity), ({ sdk }) =>
    sdk.orders.all({ receipt }),
  );
  return items.find((order) => order.receipt === receipt);
}

/** Checks an id, because the SDK puts it into the path without encoding. */
function safeId(id: string): string {
  if (/^\w{1,64}$/.test(id)) return id;
  throw new GatewayError("refused", "The id provided does not exist");
}

interface Client {
  sdk: Razorpay;
  transport: Transport;
}

/**
 * The SDK is loaded with the first call, since it takes five megabytes: most processes of a shop make none.
 * @throws GatewayError when it cannot be read, e.g. while too many files are open; the next call tries again
 */
async function openClient({ keyId, keySecret, apiBase, timeoutMs = 8000 }: RazorpayOptions): Promise<Client> {
  const { default: RazorpaySdk } = await import("razorpay").catch((error: unknown) => {
    logger.error({ err: error }, "the payment gateway's SDK could not be loaded");
    throw new GatewayError("unavailable", UNAVAILABLE, undefined, { cause: error });
  });
  const sdk = new RazorpaySdk({ key_id: keyId, key_secret: keySecret });
  const transport = (sdk.api as unknown as { rq: Transport }).rq;
  transport.defaults.maxRedirects = 0; // never send the keys elsewhere
  transport.defaults.maxContentLength = MOST_BYTES;
  if (apiBase) {
    transport.defaults.baseURL = apiBase;
    transport.defaults.proxy = false;
  }
  // The time limit of axios restarts with every byte; this one is for the whole call.
  transport.interceptors.request.use((config) => ({ ...config, signal: AbortSignal.timeout(timeoutMs) }));
  // The SDK hides the error when there is no response, so it gets one with status 0.
  transport.interceptors.response.use(undefined, (error) => {
    const { message, code } = error;
    throw Object.assign(error, {
      response: error.response ?? { status: 0, data: { error: { code, description: message } } },
    });
  });
  return { sdk, transport };
}

/** The SDK rejects with a plain `{statusCode, error}`, axios with an error that has a `response`. */
function toGatewayError(gateway: string, what: string, thrown: unknown): GatewayError {
  const { statusCode, error, response } = (thrown ?? {}) as {
    statusCode?: number;
    error?: unknown;
    response?: { status: number; data?: { error?: unknown } };
  };
  const status = Number(statusCode ?? response?.status ?? 0);
  const details = errorEntity.safeParse(error ?? response?.data?.error).data;
  const description = details?.description ?? "";
  const kind = kindOf(status, description);
  // Only these fields are logged, since the thrown error contains the request with the keys.
  const about = { gateway, call: what, status, code: details?.code, description };
  if (status === 401 || status === 403) logger.error(about, "the payment gateway refuses the shop's keys");
  else
    logger.warn(
      about,
      `the payment gateway ${kind === "refused" ? "refused a call" : "did not answer properly"}`,
    );
  const message = kind === "refused" ? description || REFUSED : UNAVAILABLE;
  return new GatewayError(kind, message, status || undefined);
}

/** 408, 425 and 429 mean "try again"; 409 is a refund in progress, unless its key was used for another one. */
function kindOf(status: number, description: string): GatewayError["kind"] {
  if (status < 400 || status >= 500) return "unavailable";
  if ([401, 403, 408, 425, 429].includes(status)) return "unavailable";
  if (status === 400 && /authentication failed|api key provided is invalid/i.test(description))
    return "unavailable";
  if (status === 409) return /different request/i.test(description) ? "refused" : "unavailable";
  return "refused";
}
