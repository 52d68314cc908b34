/** What the gateway's script needs; the same values that the form of the hosted page posts. */
export interface PaymentRequest {
  /** Address of the script that defines `window.Razorpay`. */
  script: string;
  keyId: string;
  gatewayOrderId: string;
  /** Integer paise. */
  amount: number;
  currency: string;
  shopName: string;
  description: string;
  prefill: { name: string; email: string; contact: string };
  /** The window closes by itself after this many seconds: the books are held no longer. */
  timeout: number;
}

/** The fields to post to the shop: what came of the window. */
export type PaymentResult = Record<string, string> & { intent: "confirm" | "failed" | "cancelled" };

interface PaidResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}
interface FailedResponse {
  error?: { description?: string; message?: string };
}
interface GatewayWindow {
  open(): void;
  close?(): void;
  on(event: "payment.failed", listener: (response: FailedResponse) => void): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: object) => GatewayWindow;
  }
}

/** Loads the gateway's script; once it is there, never again. */
function loadScript(address: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.nonce = document.querySelector<HTMLElement>("meta[property=csp-nonce]")?.nonce ?? "";
    script.onload = () => (window.Razorpay ? resolve() : reject(new Error("the script defines no window")));
    script.onerror = () => {
      script.remove();
      reject(new Error("the script could not be loaded"));
    };
    document.head.append(script);
  });
}

let underway: Promise<PaymentResult> | undefined;

/**
 * Opens the gateway's payment window (web-integration/standard, checkout options) and waits for what comes of it.
 * While one is open there is no second.
 * @throws when the window cannot be opened
 */
export function payInWindow(request: PaymentRequest): Promise<PaymentResult> {
  return (underway ??= openWindow(request).finally(() => (underway = undefined)));
}

async function openWindow(request: PaymentRequest): Promise<PaymentResult> {
  await loadScript(request.script);
  return new Promise((resolve) => {
    // The first word counts: after a failure the window closes, and that is no dismissal.
    const checkout = new window.Razorpay!({
      key: request.keyId,
      order_id: request.gatewayOrderId,
      amount: request.amount,
      currency: request.currency,
      name: request.shopName,
      description: request.description,
      prefill: request.prefill,
      timeout: request.timeout,
      retry: { enabled: false },
      handler: ({ razorpay_payment_id, razorpay_order_id, razorpay_signature }: PaidResponse) =>
        resolve({ intent: "confirm", razorpay_payment_id, razorpay_order_id, razorpay_signature }),
      modal: { ondismiss: () => resolve({ intent: "cancelled" }) },
    });
    checkout.on("payment.failed", ({ error }) => {
      resolve({ intent: "failed", description: error?.description ?? error?.message ?? "" });
      checkout.close?.();
    });
    checkout.open();
  });
}

/** Leaves the page by posting to it, as a form without JavaScript would: the answer is a document of its own. */
export function postResult(result: PaymentResult): void {
  const form = document.createElement("form");
  form.method = "post";
  for (const [name, value] of Object.entries(result)) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
