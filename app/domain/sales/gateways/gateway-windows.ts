import type { OpenWindow } from "./gateway-checkout";

const windows = import.meta.glob<OpenWindow>("./*/window.ts", { eager: true, import: "openWindow" });

/** The function that opens a gateway's window, from `window.ts` of the provider's folder; undefined for one without a window. */
export function windowOf(folder: string): OpenWindow | undefined {
  return windows[`./${folder}/window.ts`];
}
