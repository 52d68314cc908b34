import cluster from "node:cluster";
import { hash, verify } from "@node-rs/argon2";
import { PASSWORD_MAX } from "./password-limit";

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each running hash uses 19 MiB and one of the four threads of libuv's pool, which file access needs too. One in each worker of several. */
const AT_ONCE = cluster.isWorker ? 1 : 2;
/** About a second's work for two cores; further requests are asked to try again. */
const WAITING = 48;

/** The message when too many hashes are waiting. */
export const PASSWORDS_BUSY = "The shop is very busy. Please try again in a moment.";

/** The hash of 32 random bytes that were not kept, with the same parameters as every other hash. */
const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AOD6kU0Wg5Sx1x6wkO8QUw$RYnDQMYpDFu9R4+J9b/ithuv9xqVZtwqXDekn84OZlU";

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work when a slot is free. @returns "busy" when too many are waiting */
async function withSlot<Result>(work: () => Promise<Result>): Promise<Result | "busy"> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) return "busy";
    // A finished job passes its slot to the next one waiting, so that a new request cannot take it first.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Keyboards may compose characters differently, so passwords are normalised. Only for passwords within the limit. */
const normal = (password: string) => password.normalize("NFKC");

/**
 * Hashes a password with argon2id, off the event loop.
 * @param password at most PASSWORD_MAX long, as the schemas of new passwords ensure
 * @returns the encoded hash with its parameters, or "busy"
 */
export function hashPassword(password: string): Promise<{ hash: string } | "busy"> {
  if (password.length > PASSWORD_MAX) throw new RangeError("a password is over its limit");
  return withSlot(async () => ({ hash: await hash(normal(password), PARAMETERS) }));
}

/**
 * Whether the password is right. Takes the same work for an unknown account or one without a password: pass null, and
 * a fixed hash without a known password is checked instead. A password over the limit is wrong; an empty one is
 * checked instead, for the same work.
 */
export async function verifyPassword(
  password: string,
  storedHash: string | null,
): Promise<"right" | "wrong" | "busy"> {
  const fits = password.length <= PASSWORD_MAX;
  const tried = fits ? normal(password) : "";
  const result = await withSlot(() => verify(storedHash ?? DUMMY_HASH, tried));
  if (result === "busy") return "busy";
  return result && fits && storedHash !== null ? "right" : "wrong";
}
