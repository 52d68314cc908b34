import type { OpenWindow } from "./gateway-checkout";

const windows = import.meta.glob<OpenWindow>("./*/window.ts", { eager: true, import: "openWindow" });

/** What opens a gateway's window: `window.ts` of a provider's folder. */
export function windowOf(folder: string): OpenWindow | undefined {
  return windows[`./${folder}/window.ts`];
}
