import { config } from "~/process/config.server";
import { addressKey } from "./rate-limit.server";
import { shownAt } from "./spam-guard.server";

/** Nobody reads and fills in a form within this time; browsers that fill it in themselves do. */
export const QUICKEST_MS = 2000;
/** Held back at the same time by one process: of one address, and in all. */
export const MOST_OF_ONE = 5;
export const MOST_HELD = 200;

/** How many forms are held back, by address. */
const held = new Map<string, number>();
let all = 0;

type Held = { allowed: true } | { allowed: false; retryAfterSeconds: number; message: string };

const TOO_MANY = "Many forms arrive at once. Please wait a few seconds and send it once more.";

/**
 * Holds a form that comes within two seconds of being shown back for the rest of them, so that programs gain nothing by being
 * quick and nobody is refused for it. Call it before anything is read or written: no transaction may wait here. With
 * FORM_TIMING=off nothing is held back.
 * @param ip the sender's address
 * @returns a refusal (429) when too many wait already
 */
export async function holdBack(ip: string, form: FormData): Promise<Held> {
  const shown = config.formTiming ? shownAt(form) : null;
  const rest = shown === null ? 0 : Math.min(shown + QUICKEST_MS - Date.now(), QUICKEST_MS);
  if (rest <= 0) return { allowed: true };
  const key = addressKey(ip);
  const own = held.get(key) ?? 0;
  if (own >= MOST_OF_ONE || all >= MOST_HELD)
    return { allowed: false, retryAfterSeconds: Math.ceil(QUICKEST_MS / 1000), message: TOO_MANY };
  held.set(key, own + 1);
  all += 1;
  await new Promise((resolve) => setTimeout(resolve, rest));
  all -= 1;
  const left = held.get(key)! - 1;
  if (left > 0) held.set(key, left);
  else held.delete(key);
  return { allowed: true };
}
