import { hash, verify } from "@node-rs/argon2";
import { PASSWORD_MAX } from "./password-limit";

// OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, two passes, one lane.
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each running hash holds 19 MiB and one thread of libuv's pool of four, which file access needs too. */
const AT_ONCE = 2;
/** About a second's work for two cores; whoever comes beyond is asked to try again. */
const WAITING = 48;

/** What a caller shows when a hash was refused for want of room. */
export const PASSWORDS_BUSY = "The shop is very busy. Please try again in a moment.";

/** Of 32 random bytes that were thrown away; the same parameters as every other hash. */
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$AOD6kU0Wg5Sx1x6wkO8QUw$RYnDQMYpDFu9R4+J9b/ithuv9xqVZtwqXDekn84OZlU";

let running = 0;
const waiting: (() => void)[] = [];

/** Runs the work once there is room. @returns "busy" when too many wait already */
async function whenThereIsRoom<Result>(work: () => Promise<Result>): Promise<Result | "busy"> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) return "busy";
    // Whoever ends hands its place on, so that nobody slips in between.
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

/** The same password typed on another keyboard may come composed differently. Only for one within the limit. */
const normal = (password: string) => password.normalize("NFKC");

/**
 * Hashes a password with argon2id, off the event loop.
 * @param password at most PASSWORD_MAX long: the schemas of new passwords see to it
 * @returns the encoded hash with its parameters, or "busy"
 */
export function hashPassword(password: string): Promise<{ hash: string } | "busy"> {
  if (password.length > PASSWORD_MAX) throw new RangeError("a password is over its limit");
  return whenThereIsRoom(async () => ({ hash: await hash(normal(password), PARAMETERS) }));
}

/**
 * Whether the password is right. Costs the same work for an account that does not exist, or has no password:
 * pass null, and a fixed hash that no password is known for is checked instead. A password over the limit is wrong; an
 * empty one is checked in its place, for the same work.
 */
export async function verifyPassword(
  password: string,
  storedHash: string | null,
): Promise<"right" | "wrong" | "busy"> {
  const fits = password.length <= PASSWORD_MAX;
  const tried = fits ? normal(password) : "";
  const result = await whenThereIsRoom(() => verify(storedHash ?? NOBODYS_HASH, tried));
  if (result === "busy") return "busy";
  return result && fits && storedHash !== null ? "right" : "wrong";
}
