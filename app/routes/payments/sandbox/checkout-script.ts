import { config } from "~/process/config.server";
import { TEST_CARDS, UPI_FAILURE, UPI_SUCCESS } from "~/domain/sales/gateways/sandbox/sandbox-methods";
import source from "./checkout-window.js?raw";
import styles from "./sandbox.css?raw";

const settings = {
  api: "/sandbox/v1",
  card: TEST_CARDS.find((card) => !card.failure),
  upi: UPI_SUCCESS,
  failures: [
    ...TEST_CARDS.filter((card) => card.failure).map(({ label, number }) => ({ label, card: number })),
    { label: "UPI payment fails", vpa: UPI_FAILURE },
  ],
  styles,
};

const script = `(() => {\n${source}\nsandboxCheckout(${JSON.stringify(settings)});\n})();\n`;

/** The sandbox's checkout.js: defines `window.Razorpay`. */
export function loader() {
  if (config.payments !== "sandbox") return new Response("Not found\n", { status: 404 });
  return new Response(script, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}
