/** How the payment page hands a shopper over to the gateway. */
export interface GatewayCheckout {
  /** The gateway's own page, for a shopper without JavaScript: where the form goes, and its hidden fields. */
  form: { action: string; fields: Record<string, string | number> };
  /** The gateway's window in the shop's page; null: it has only its own page. */
  window: GatewayWindow | null;
}

export interface GatewayWindow {
  /** The folder whose `window.ts` opens it. */
  folder: string;
  /** Address of the gateway's script. */
  script: string;
  /** In the gateway's own words. */
  options: Record<string, WindowOption>;
}

type WindowOption = string | number | boolean | Record<string, string | number | boolean>;

/**
 * The fields to post to the payment page: what came of the window. With "confirm" go the fields that the gateway's
 * `parseReturn` reads, with "failed" a `description`.
 */
export type WindowResult = Record<string, string> & { intent: "confirm" | "failed" | "cancelled" };

/**
 * Opens the window and waits for what comes of it; runs in the browser.
 * @throws when the window cannot be opened
 */
export type OpenWindow = (window: GatewayWindow) => Promise<WindowResult>;
