/** How the payment page sends a shopper to the gateway. */
export interface GatewayCheckout {
  /** The gateway's own page, for a shopper without JavaScript: the form's action and its hidden fields. */
  form: { action: string; fields: Record<string, string | number> };
  /** The gateway's window in the shop's page; null: the gateway has no window. */
  window: GatewayWindow | null;
}

export interface GatewayWindow {
  /** The provider's folder, with the `window.ts` that opens it. */
  folder: string;
  /** URL of the gateway's script. */
  script: string;
  /** As the gateway's script expects them. */
  options: Record<string, WindowOption>;
}

/** Anything that JSON can say. */
type WindowOption = string | number | boolean | WindowOption[] | { [name: string]: WindowOption };

/**
 * The result of the window, as fields to post to the payment page. With "confirm" they include the fields that the
 * gateway's `parseReturn` reads, with "failed" a `description`.
 */
export type WindowResult = Record<string, string> & { intent: "confirm" | "failed" | "cancelled" };

/**
 * Opens the window and waits for its result; runs in the browser.
 * @throws when the window cannot be opened
 */
export type OpenWindow = (window: GatewayWindow) => Promise<WindowResult>;
