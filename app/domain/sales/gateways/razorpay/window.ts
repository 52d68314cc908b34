import type { GatewayWindow, OpenWindow, WindowResult } from "../gateway-checkout";

interface PaidResponse {
  razorpay_payment_id: string;
  razorpay_order_id: string;
  razorpay_signature: string;
}
interface FailedResponse {
  error?: { description?: string; message?: string };
}
interface RazorpayWindow {
  open(): void;
  close?(): void;
  on(event: "payment.failed", listener: (response: FailedResponse) => void): void;
}

declare global {
  interface Window {
    Razorpay?: new (options: object) => RazorpayWindow;
  }
}

/** Loads Razorpay's script, once. */
function loadScript(address: string): Promise<void> {
  if (window.Razorpay) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.nonce = document.querySelector<HTMLElement>("script[nonce]")?.nonce ?? "";
    script.onload = () => (window.Razorpay ? resolve() : reject(new Error("the script defines no window")));
    script.onerror = () => {
      script.remove();
      reject(new Error("the script could not be loaded"));
    };
    document.head.append(script);
  });
}

/** Razorpay's payment window (web-integration/standard, checkout options). */
export const openWindow: OpenWindow = async ({ script, options }: GatewayWindow) => {
  await loadScript(script);
  return new Promise<WindowResult>((resolve) => {
    // The first result counts: closing the window after a failure also calls `ondismiss`.
    const checkout = new window.Razorpay!({
      ...options,
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
};
