import { availableParallelism } from "node:os";
import path from "node:path";
import { inspectLiveData, type LiveData } from "./live-data.server";
import { PROVIDERS, reachableProviders } from "~/domain/sales/gateways/payment-providers";
import {
  type Given,
  notesOfLive,
  problemsOfLive,
  problemsOfLiveData,
  problemsTogether,
} from "./config-problems.server";
import { environment } from "./environment";

/** The folder of the checkout, with migrations/, public/, build/ and scripts/. */
export const ROOT = process.cwd();

const databaseIn = (dataDir: string) => path.join(path.resolve(ROOT, dataDir), "kitab.db");

export type Config = ReturnType<typeof readConfig>;

/** The environment is wrong; the message says for each value why. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * The shop's configuration from environment variables (docs/operating.md, Configuration).
 * @throws {ConfigError} naming every value that is wrong or missing
 */
export function readConfig(env: Given, inspect = inspectLiveData) {
  // An empty variable counts as absent: `PORT= npm start` uses the default.
  const given: Given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  );
  const isLive = given.SHOP_MODE === "live";
  const parsed = environment.safeParse(given);
  const problems = [
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => issue.message)),
    ...problemsTogether(given),
    ...(isLive ? problemsOfLive(given) : []),
    // A database on PostgreSQL is asked by `checkLiveData`.
    ...(isLive && !given.DATABASE_URL
      ? problemsOfLiveData(given, inspect(databaseIn(given.DATA_DIR ?? "data")))
      : []),
  ];
  if (!parsed.success || problems.length > 0) throw cannotStart(problems);
  const values = parsed.data;
  const dataDir = path.resolve(ROOT, values.DATA_DIR);
  const payments = values.PAYMENTS ?? "sandbox";
  return {
    ...values,
    dataDir,
    databaseFile: databaseIn(values.DATA_DIR),
    /** What the shop's database is opened by: an address of PostgreSQL, or the file. */
    databaseAt: values.DATABASE_URL ?? databaseIn(values.DATA_DIR),
    coversDir: path.join(dataDir, "coverpages"),
    /** Files made from covers, and made again if they are deleted. */
    previewsDir: path.join(dataDir, "previews"),
    outboxDir: path.join(dataDir, "outbox"),
    /** Uploaded files of imports. */
    importsDir: path.join(dataDir, "imports"),
    isDemo: values.SHOP_MODE === "demo",
    /** Notes for the person who starts the shop. */
    notes: isLive ? notesOfLive(given) : [],
    /** Whether the environment gives the shop a name. */
    isNamed: Boolean(given.STORE_NAME),
    payments,
    /** Whether payments take no real money. */
    testPayments: PROVIDERS[payments].isTest,
    /** The settings of payment providers: first the one used for sales, then others that are configured. */
    paymentSettings: reachableProviders(payments, given).map((name) => ({
      name,
      settings: Object.fromEntries(PROVIDERS[name].settings.map((variable) => [variable, given[variable]])),
    })),
    sampleCatalogue: (values.SAMPLE_CATALOGUE ?? (values.SHOP_MODE === "demo" ? "on" : "off")) === "on",
    /** How many processes serve. With more than one, a further one, the primary, does all else. */
    workers: values.WORKERS === "auto" ? Math.max(1, availableParallelism() - 1) : Number(values.WORKERS),
    /** The number of this process among the workers, from 1; null in the primary and in a shop of one process. */
    worker: values.KITAB_WORKER ?? null,
    /** Whoever shows it may read /metrics. */
    metricsToken: values.METRICS_TOKEN,
    /** The configured public origin; without one each request's own is used (http/request/request-info.server.ts). */
    baseUrl: values.BASE_URL?.replace(/\/$/, ""),
    secureCookies: values.BASE_URL?.startsWith("https://") ?? false,
    /** An address, optionally with a name before it; without one the shop's name is used. */
    mailFrom: values.MAIL_FROM ?? "shop@kitab.example",
    rateLimit: values.RATE_LIMIT === "on",
    /** Whether public forms sent faster than a person can are asked for again. */
    formTiming: values.FORM_TIMING === "on",
    pageCache: values.PAGE_CACHE === "on",
    trustProxy: values.TRUST_PROXY === "on",
    /** The providers that customers can log in with; null without a client id. */
    thirdParties: {
      google: client(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, values.GOOGLE_ISSUER),
      facebook: client(values.FACEBOOK_CLIENT_ID, values.FACEBOOK_CLIENT_SECRET, values.FACEBOOK_ISSUER),
    },
  };
}

const cannotStart = (problems: string[]) =>
  new ConfigError(["The shop cannot start:", ...problems.map((problem) => `  - ${problem}`)].join("\n"));

/** @throws {ConfigError} when there are any */
export function refuseStart(problems: string[]): void {
  if (problems.length > 0) throw cannotStart(problems);
}

/** What `readConfig` finds out about a live shop on SQLite. @throws {ConfigError} naming every problem of the data */
export function checkLiveData(
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Pick<Config, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
  found: LiveData,
): void {
  refuseStart(problemsOfLiveData({ ADMIN_EMAIL, ADMIN_PASSWORD }, found));
}

const client = (clientId: string | undefined, clientSecret: string | undefined, issuer: string) =>
  clientId && clientSecret ? { clientId, clientSecret, issuer } : null;

/** Memory that the whole shop may use for something: each worker's share, but not less than what one needs. */
export const shareOf = (bytes: number, least: number): number =>
  Math.max(least, Math.floor(bytes / config.workers));

/** The shop's configuration. No other file of the shop reads process.env. */
export const config = readConfig(process.env);
