import type { Gateway, GatewayDriver, GatewayPayment } from "~/domain/sales/gateways/gateway.server";

/** The body of the provider's webhook. */
interface CannedEvent {
  number: number;
  what: string;
  tin: string;
  paise: number;
  person?: string;
}

export const driver: GatewayDriver = {
  open: ({ settings, origin }) => openCanned(settings.CANNED_SECRET ?? "", origin),

  readEvent({ kind, body }) {
    if (kind !== "OPENED") return { about: "nothing", remark: `Canned Pay says ${kind}` };
    const { tin, paise } = JSON.parse(body) as CannedEvent;
    return { about: "payment", payment: paymentFor(tin, paise) };
  },

  withoutPayer(body) {
    const { person: _, ...event } = JSON.parse(body) as CannedEvent;
    return JSON.stringify(event);
  },
};

/** Every order ("tin") counts as paid as soon as it is fetched. */
const paymentFor = (tin: string, paise: number): GatewayPayment => ({
  id: tin.replace("tin", "canned-payment"),
  orderId: tin,
  amount: paise,
  currency: "INR",
  status: "captured",
  method: "tin",
  errorDescription: null,
});

function openCanned(secret: string, origin: string): Gateway {
  const tins = new Map<string, { id: string; amount: number; currency: "INR"; receipt: string }>();
  const paid = () => [...tins.values()].map(({ id, amount }) => paymentFor(id, amount));
  return {
    name: "canned",
    keyId: "",
    checkoutScript: "",
    origins: ["https://pay.canned.example"],
    checkout: ({ gatewayOrderId, amount }) => ({
      form: { action: "https://pay.canned.example/", fields: { tin: gatewayOrderId, paise: amount, origin } },
      window: null,
    }),
    testKeys: () => Promise.resolve(),
    async createOrder({ receipt, amount, currency }) {
      const id = `tin-${receipt}`;
      tins.set(id, { id, amount, currency, receipt });
      return { id, amount, currency, receipt, status: "created" };
    },
    fetchPayment: async (id) => paid().find((payment) => payment.id === id)!,
    fetchOrderPayments: async (gatewayOrderId) =>
      paid().filter((payment) => payment.orderId === gatewayOrderId),
    refund: async ({ paymentId, amount, idempotencyKey }) => ({
      id: `canned-${idempotencyKey}`,
      paymentId,
      amount,
      status: "processed",
    }),
    fetchRefund: async () => {
      throw new Error("refunds are processed at once");
    },
    parseReturn: (field) => ({
      gatewayOrderId: field("tin"),
      paymentId: field("opened"),
      signature: field("stamp"),
    }),
    isPaymentSignatureValid: ({ orderId, signature }) => signature === `${secret} ${orderId}`,
    parseWebhook({ body, header }) {
      if (header("x-canned-stamp") !== secret) return { ok: false, reason: "wrong_signature" };
      const { number, what } = JSON.parse(body) as CannedEvent;
      return { ok: true, eventId: String(number), kind: what };
    },
  };
}
