import cluster from "node:cluster";
import { hash, verify } from "@node-rs/argon2";
import { PASSWORD_MAX } from "./password-limit";
import { slots } from "../slots";

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each running hash uses 19 MiB and one of the four threads of libuv's pool, which file access needs too. One in each worker of several. */
const AT_ONCE = cluster.isWorker ? 1 : 2;
/** About a second's work for two cores; further requests are asked to try again. */
const WAITING = 48;

/** The message when too many hashes are waiting. */
export const PASSWORDS_BUSY = "The shop is very busy. Please try again in a moment.";

/** The hash of 32 random bytes that nobody knows, with the same parameters as every other hash. */
export const DUMMY_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AOD6kU0Wg5Sx1x6wkO8QUw$RYnDQMYpDFu9R4+J9b/ithuv9xqVZtwqXDekn84OZlU";

/** Runs what hashes a password: a few at a time. */
export const passwordSlots = slots({ atOnce: AT_ONCE, waiting: WAITING });

/** Keyboards may compose characters differently, so passwords are normalised. Only for passwords within the limit. */
const normal = (password: string) => password.normalize("NFKC");

/**
 * Hashes a password with argon2id, off the event loop.
 * @param password at most PASSWORD_MAX long, as the schemas of new passwords ensure
 * @returns the encoded hash with its parameters, or "busy"
 */
export function hashPassword(password: string): Promise<{ hash: string } | "busy"> {
  if (password.length > PASSWORD_MAX) throw new RangeError("a password is over its limit");
  return passwordSlots(async () => ({ hash: await hash(normal(password), PARAMETERS) }));
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
  const result = await passwordSlots(() => verify(storedHash ?? DUMMY_HASH, tried));
  if (result === "busy") return "busy";
  return result && fits && storedHash !== null ? "right" : "wrong";
}
