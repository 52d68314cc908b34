import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { config } from "~/process/config.server";
import { isDatabaseAway } from "~/db/database.server";
import { database } from "~/db/shop-database.server";
import { type BoundedCache, boundedCache } from "~/platform/bounded-cache";
import { inPrimary } from "~/platform/in-primary.server";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * How often something may be done with one key before more is refused. Many shoppers share an address behind a mobile
 * carrier, so limits by address alone are generous.
 */
const LIMITS = {
  /** Failed logins to one account from one address. */
  login: { points: 10, duration: 15 * MINUTE },
  /** Failed logins to one account from browsers that never logged in to it; the owner's own browsers are not counted. */
  "login-account": { points: 50, duration: HOUR },
  /**
   * Failed logins to one account from browsers and apps that did log in to it, from all addresses together: a stolen
   * device cannot guess without end.
   */
  "login-known": { points: 100, duration: HOUR },
  /** Failed logins from one address to any accounts, from browsers that never logged in to them. */
  "login-address": { points: 100, duration: 15 * MINUTE },
  /** Wrong second factors for one account, from one address. */
  "second-factor": { points: 10, duration: 15 * MINUTE },
  /** The same, from all addresses: somebody has the password. */
  "second-factor-account": { points: 30, duration: HOUR },
  /** Passkeys begun to be used, from one address. */
  passkey: { points: 60, duration: 15 * MINUTE },
  /** Logins begun at Google or Facebook, and those that came back without success. */
  "third-party": { points: 300, duration: 15 * MINUTE },
  register: { points: 40, duration: 15 * MINUTE },
  /** Codes asked for, to log in with instead of a password. Each is mailed; see CODES_AN_HOUR for one email address. */
  "mailed-code": { points: 40, duration: 15 * MINUTE },
  /** Wrong ones, from one address for any email addresses; five end a code. */
  "mailed-code-try": { points: 100, duration: 15 * MINUTE },
  forgot: { points: 20, duration: HOUR },
  reset: { points: 30, duration: 15 * MINUTE },
  confirm: { points: 30, duration: 15 * MINUTE },
  /** Unknown coupon codes, entered by one customer. */
  coupon: { points: 20, duration: 15 * MINUTE },
  /** The same, from one address. */
  "coupon-address": { points: 100, duration: 15 * MINUTE },
  /** Requests for a stock alert: from one IP address, and for one email address. */
  notify: { points: 30, duration: HOUR },
  /** Requests for a title that the shop does not have: from one IP address, and for one email address. */
  wanted: { points: 30, duration: HOUR },
  /** Back-office forms sent after the session had ended. */
  "stashed-form": { points: 30, duration: 15 * MINUTE },
  /** New carts of guests: each is a session that is kept for 30 days. */
  "guest-cart": { points: 300, duration: 15 * MINUTE },
  newsletter: { points: 20, duration: HOUR },
  // See customer-limits.server.ts. A class that orders its textbooks together stays below these; a program does not.
  order: { points: 30, duration: HOUR },
  "order-address": { points: 100, duration: HOUR },
  review: { points: 30, duration: HOUR },
  "review-address": { points: 100, duration: HOUR },
  return: { points: 15, duration: HOUR },
  "return-address": { points: 60, duration: HOUR },
  wish: { points: 300, duration: HOUR },
  "wish-address": { points: 1000, duration: HOUR },
  contact: { points: 5, duration: HOUR },
  "contact-address": { points: 20, duration: HOUR },
  /** Requests to ask the gateway about an order's failed payment, for one order. */
  "payment-attempt": { points: 10, duration: 15 * MINUTE },
  /** The same, from one address for any orders. */
  "payment-attempt-address": { points: 100, duration: 15 * MINUTE },
  /** All calls of the JSON API together, by account or address. */
  api: { points: 1200, duration: MINUTE },
  /** The same, by API key. */
  "api-key": { points: 600, duration: MINUTE },
  refresh: { points: 300, duration: 15 * MINUTE },
  // What strangers can have the shop store, from all addresses together: far more than a shop's visitors ever do.
  "mailed-code-all": { points: 3000, duration: HOUR },
  "register-all": { points: 3000, duration: HOUR },
  "guest-cart-all": { points: 20_000, duration: HOUR },
  "contact-all": { points: 500, duration: HOUR },
  "notify-all": { points: 2000, duration: HOUR },
  "wanted-all": { points: 500, duration: HOUR },
  "newsletter-all": { points: 2000, duration: HOUR },
  "stashed-form-all": { points: 1000, duration: HOUR },
} satisfies Record<string, { points: number; duration: number }>;

export type LimitName = keyof typeof LIMITS;

/** The limit of all addresses together beside that of one. */
const OF_ALL: Partial<Record<LimitName, LimitName>> = {
  register: "register-all",
  "mailed-code": "mailed-code-all",
  "guest-cart": "guest-cart-all",
  "contact-address": "contact-all",
  notify: "notify-all",
  wanted: "wanted-all",
  newsletter: "newsletter-all",
  "stashed-form": "stashed-form-all",
};
const EVERYBODY = "everybody";

/** For the counts of one limit: some 30,000 keys. The least recently counted are forgotten first. */
const COUNTS_BYTES = 16 * 1_048_576;
/** The size of a count with its timer. */
const COUNT_BYTES = 400;

interface Limiter {
  counts: RateLimiterMemory;
  keys: BoundedCache<true>;
}

const limiters = new Map<LimitName, Limiter>();

function limiterOf(name: LimitName, key: string): RateLimiterMemory {
  let limiter = limiters.get(name);
  if (!limiter) {
    const counts = new RateLimiterMemory(LIMITS[name]);
    const keys = boundedCache<true>({
      maxBytes: COUNTS_BYTES,
      bytesOf: () => COUNT_BYTES,
      onEvict: (forgotten) => void counts.delete(forgotten),
    });
    limiter = { counts, keys };
    limiters.set(name, limiter);
  }
  if (!limiter.keys.get(key)) limiter.keys.set(key, true);
  return limiter.counts;
}

export type LimitAnswer = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** The counts that all processes share, in the table rate_limits; none on SQLite. */
const shared = new Map<LimitName, RateLimiterPostgres>();
const { counting } = database;
const TABLE = "rate_limits";

function sharedLimiter(name: LimitName): RateLimiterPostgres | null {
  if (!counting) return null;
  let limiter = shared.get(name);
  if (!limiter) {
    limiter = new RateLimiterPostgres({
      ...LIMITS[name],
      keyPrefix: name,
      storeClient: counting,
      storeType: "pool",
      tableName: TABLE,
      tableCreated: true,
      // `sweepCounts` does it.
      clearExpiredByTimeout: false,
    });
    shared.set(name, limiter);
  }
  return limiter;
}

/** In the database; in the memory of the shop, or this machine, where there is none or it is away. */
async function counted<T>(
  name: LimitName,
  inDatabase: (limiter: RateLimiterPostgres) => Promise<T>,
  inMemory: () => Promise<T>,
): Promise<T> {
  const limiter = sharedLimiter(name);
  if (!limiter) return inMemory();
  try {
    return await inDatabase(limiter);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
    return inMemory();
  }
}

async function takeEach(
  keys: string[],
  limiterOf: (key: string) => RateLimiterAbstract,
): Promise<LimitAnswer> {
  for (const key of keys) {
    try {
      await limiterOf(key).consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
    }
  }
  return { allowed: true };
}

const takeInMemory = inPrimary("take from limit", (name: LimitName, keys: string[]) =>
  takeEach(keys, (key) => limiterOf(name, key)),
);

/**
 * Counts one try against every key, and what strangers can have stored against all together; refuses it as soon as one of them is used up. On SQLite, counts are in memory, for all
 * workers together: a restart clears them. On PostgreSQL they are in the database, for all machines together. With
 * RATE_LIMIT=off everything is allowed.
 * @param keys e.g. `[addressKey(session.ip)]`
 */
export async function takeFromLimit(name: LimitName, keys: string[]): Promise<LimitAnswer> {
  if (!config.rateLimit) return { allowed: true };
  const taken = await take(name, keys);
  const ofAll = OF_ALL[name];
  return taken.allowed && ofAll ? take(ofAll, [EVERYBODY]) : taken;
}

/**
 * Counts one try against several limits, as long as none of them is used up.
 * @returns whether it may be tried, and a function to call after a success: only failures add up
 */
export async function countTry(
  counts: readonly (readonly [name: LimitName, key: string])[],
): Promise<{ answer: LimitAnswer; giveBack: () => Promise<void> }> {
  let answer: LimitAnswer = { allowed: true };
  for (const [name, key] of counts) {
    answer = await takeFromLimit(name, [key]);
    if (!answer.allowed) break;
  }
  return {
    answer,
    giveBack: async () => {
      for (const [name, key] of counts) await giveBackToLimit(name, [key]);
    },
  };
}

const take = (name: LimitName, keys: string[]): Promise<LimitAnswer> =>
  counted(
    name,
    (limiter) => takeEach(keys, () => limiter),
    () => takeInMemory(name, keys),
  );

async function giveBackEach(keys: string[], limiterOf: (key: string) => RateLimiterAbstract): Promise<void> {
  for (const key of keys) await limiterOf(key).reward(key);
}

const giveBackInMemory = inPrimary("give back to limit", (name: LimitName, keys: string[]) =>
  giveBackEach(keys, (key) => limiterOf(name, key)),
);

/** Takes a try back that succeeded, so that only failures add up. */
export async function giveBackToLimit(name: LimitName, keys: string[]): Promise<void> {
  if (!config.rateLimit) return;
  await counted(
    name,
    (limiter) => giveBackEach(keys, () => limiter),
    () => giveBackInMemory(name, keys),
  );
}

const clearInMemory = inPrimary("clear limit", (name: LimitName, key: string) =>
  limiterOf(name, key).delete(key),
);

/** Forgets the count of a key. */
export async function clearLimit(name: LimitName, key: string): Promise<void> {
  await counted(
    name,
    (limiter) => limiter.delete(key),
    () => clearInMemory(name, key),
  );
}

/** Forgets all counts. */
export async function clearLimits(): Promise<void> {
  limiters.clear();
  await counting?.query({ text: `delete from ${TABLE}` });
}

/** Background work: removes the counts that no longer matter. @returns 0, since nothing is left to do at once */
export async function sweepCounts(): Promise<number> {
  await counting?.query({ text: `delete from ${TABLE} where expire < $1`, values: [Date.now()] });
  return 0;
}

/** A client's address as a key; of IPv6 the /64, since a household has a whole one. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!ip.includes(":")) return ip;
  const [head = "", tail] = ip.toLowerCase().split("%", 1)[0]!.split("::");
  const groups = head ? head.split(":") : [];
  if (tail !== undefined) {
    const rest = tail ? tail.split(":") : [];
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0"), ...rest);
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

/** The message of a 429. */
export const tooManyTries = (retryAfterSeconds: number) => `Too many tries. ${waitAWhile(retryAfterSeconds)}`;

/** The end of the message of a 429. */
export function waitAWhile(retryAfterSeconds: number): string {
  const minutes = Math.ceil(retryAfterSeconds / MINUTE);
  return `Please wait ${minutes === 1 ? "a minute" : `${minutes} minutes`} and try again.`;
}
