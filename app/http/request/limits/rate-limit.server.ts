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
import { type LimitName, LIMITS, MINUTE, OF_ALL } from "./rate-limits";

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
