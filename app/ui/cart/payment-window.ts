import type { GatewayWindow, WindowResult } from "~/domain/sales/gateways/gateway-checkout";
import { windowOf } from "~/domain/sales/gateways/gateway-windows";

let underway: Promise<WindowResult> | undefined;

/**
 * Opens the gateway's payment window and waits for its result. Only one can be open.
 * @throws when the window cannot be opened
 */
export function payInWindow(window: GatewayWindow): Promise<WindowResult> {
  return (underway ??= openWindow(window).finally(() => (underway = undefined)));
}

async function openWindow(window: GatewayWindow): Promise<WindowResult> {
  const open = windowOf(window.folder);
  if (!open) throw new Error(`no window.ts for ${window.folder}`);
  return open(window);
}

/** Posts the result to the current page, as a form without JavaScript would: the answer is a new document. */
export function postResult(result: WindowResult): void {
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
