import { availableParallelism } from "node:os";
import path from "node:path";
import { z } from "zod";
import { inspectLiveData, type LiveData } from "./live-data.server";
import {
  findProvider,
  PROVIDER_NAMES,
  PROVIDERS,
  reachableProviders,
} from "./domain/gateways/payment-providers";
import { isCommonPassword } from "./platform/common-passwords.server";
import { PASSWORD_MAX } from "./platform/password-limit";

/** The folder of the checkout, with migrations/, public/, build/ and scripts/. */
export const ROOT = process.cwd();

const text = z.string().trim();
const optionalText = text.optional().transform((value) => value || undefined);
const url = (name: string) =>
  optionalText.refine((value) => value === undefined || /^https?:\/\/[^/]+\/?$/.test(value), {
    error: `${name} must be the shop's address without a path, e.g. https://books.example.in`,
  });

/** The address of a login provider: https, except for a provider on this machine. */
const issuer = (name: string, normally: string) =>
  text
    .default(normally)
    .refine(
      (value) =>
        /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?)(?:\/[^\s?#]*[^\s/?#])?$/.test(
          value,
        ),
      {
        error: `${name} must be an https:// address without a slash at its end (http:// on this machine only)`,
      },
    );

const environment = z.object({
  SHOP_MODE: z.enum(["demo", "live"], { error: "SHOP_MODE must be demo or live" }).default("demo"),
  NODE_ENV: text.default("production"),
  PORT: z.coerce
    .number({ error: "PORT must be a number" })
    .int("PORT must be a whole number")
    .min(0, "PORT must be 0 to 65535")
    .max(65535, "PORT must be 0 to 65535")
    .default(3000),
  HOST: text.default("0.0.0.0"),
  BASE_URL: url("BASE_URL"),
  WORKERS: text
    .default("auto")
    .refine((value) => value === "auto" || /^(?:[1-9]|[1-5]\d|6[0-4])$/.test(value), {
      error: "WORKERS must be auto, or a number from 1 to 64",
    }),
  /** Set by the shop itself for its workers. */
  KITAB_WORKER: z.coerce.number().optional(),
  METRICS_TOKEN: optionalText.refine((value) => value === undefined || value.length >= 16, {
    error: "METRICS_TOKEN must have at least 16 characters",
  }),
  DATA_DIR: text.default("data"),
  DATABASE_URL: optionalText
    .refine((value) => value === undefined || /^postgres(?:ql)?:\/\/./.test(value), {
      error: "DATABASE_URL must begin with postgres://",
    })
    .refine((value) => value === undefined || URL.canParse(value.replace("@/", "@_/")), {
      error:
        "DATABASE_URL is not an address. In a password, characters such as # / : @ are written as %23 %2F %3A %40",
    }),
  SESSION_SECRET: optionalText.refine((value) => value === undefined || value.length >= 32, {
    error: "SESSION_SECRET must have at least 32 characters",
  }),
  ADMIN_EMAIL: optionalText.refine((value) => value === undefined || /^\S+@\S+$/.test(value), {
    error: "ADMIN_EMAIL must be an email address",
  }),
  ADMIN_PASSWORD: optionalText,
  ADMIN_NAME: optionalText.refine((value) => value === undefined || value.length <= 100, {
    error: "ADMIN_NAME must have at most 100 characters",
  }),
  SAMPLE_CATALOGUE: z.enum(["on", "off"], { error: "SAMPLE_CATALOGUE must be on or off" }).optional(),
  SMTP_URL: optionalText.refine((value) => value === undefined || /^smtps?:\/\/.+/.test(value), {
    error: "SMTP_URL must begin with smtp:// or smtps://",
  }),
  MAIL_FROM: optionalText,
  PAYMENTS: z.enum(PROVIDER_NAMES, { error: `PAYMENTS must be ${PROVIDER_NAMES.join(" or ")}` }).optional(),
  RESERVATION_MINUTES: z.coerce
    .number({ error: "RESERVATION_MINUTES must be a number" })
    .positive("RESERVATION_MINUTES must be more than 0")
    .max(1440, "RESERVATION_MINUTES must be at most 1440")
    .default(30),
  RATE_LIMIT: z.enum(["on", "off"], { error: "RATE_LIMIT must be on or off" }).default("on"),
  FORM_TIMING: z.enum(["on", "off"], { error: "FORM_TIMING must be on or off" }).default("on"),
  PAGE_CACHE: z.enum(["on", "off"], { error: "PAGE_CACHE must be on or off" }).default("on"),
  ORIGINS: text
    .default("")
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((origins) => origins.every((origin) => /^https?:\/\/[^/\s]+$/.test(origin)), {
      error: "ORIGINS must be addresses without a path, separated by commas, e.g. https://app.example.in",
    }),
  GOOGLE_CLIENT_ID: optionalText,
  GOOGLE_CLIENT_SECRET: optionalText,
  GOOGLE_ISSUER: issuer("GOOGLE_ISSUER", "https://accounts.google.com"),
  FACEBOOK_CLIENT_ID: optionalText,
  FACEBOOK_CLIENT_SECRET: optionalText,
  FACEBOOK_ISSUER: issuer("FACEBOOK_ISSUER", "https://www.facebook.com"),
  TRUST_PROXY: z.enum(["on", "off"], { error: "TRUST_PROXY must be on or off" }).default("off"),
  STORE_NAME: text
    .min(1, "STORE_NAME must not be empty")
    .max(60, "STORE_NAME must have at most 60 characters")
    .default("Kitab"),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "LOG_LEVEL must be one of pino's levels",
    })
    .default("info"),
});

type Given = Record<string, string | undefined>;

/** Problems that concern several values together. */
function problemsTogether(env: Given): string[] {
  const problems: string[] = [];
  if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD))
    problems.push("ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither");
  if (env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length > PASSWORD_MAX)
    problems.push(`ADMIN_PASSWORD must have at most ${PASSWORD_MAX} characters`);
  if (env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length < 8)
    problems.push("ADMIN_PASSWORD must have at least 8 characters");
  if (env.DATABASE_URL && !env.SESSION_SECRET)
    problems.push("DATABASE_URL needs SESSION_SECRET, the same for every process of the shop");
  const provider = findProvider(env.PAYMENTS ?? "");
  if (provider) {
    const missing = provider.settings.filter((name) => !env[name]);
    if (missing.length > 0) problems.push(`PAYMENTS=${env.PAYMENTS} needs ${missing.join(" and ")}`);
    problems.push(...provider.problems(env));
  }
  for (const name of ["GOOGLE", "FACEBOOK"] as const) {
    if (Boolean(env[`${name}_CLIENT_ID`]) !== Boolean(env[`${name}_CLIENT_SECRET`]))
      problems.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together: set both or neither`);
  }
  return problems;
}

/** Providers that take real money. */
const REAL_PAYMENTS = PROVIDER_NAMES.filter((name) => !PROVIDERS[name].isTest).join(" or ");
/** The address of a shop that is tried on its own machine. */
const ON_THIS_MACHINE = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?\/?$/;
const ADMIN_PASSWORD_MIN = 12;

/** Problems of its variables that keep a live shop from starting. */
function problemsOfLive(env: Given): string[] {
  const problems: string[] = [];
  if (!env.BASE_URL) problems.push("a live shop needs BASE_URL, the address shoppers use");
  else if (env.BASE_URL.startsWith("http:") && !ON_THIS_MACHINE.test(env.BASE_URL))
    problems.push(
      "BASE_URL of a live shop must begin with https://, so that nobody reads passwords on the way",
    );
  if (!env.SMTP_URL) problems.push("a live shop needs SMTP_URL, to send mail");
  if (!env.MAIL_FROM) problems.push("a live shop needs MAIL_FROM, the sender of its mail");
  if (!env.PAYMENTS)
    problems.push(
      `a live shop needs PAYMENTS=${REAL_PAYMENTS} with its keys (or PAYMENTS=sandbox, which takes no money)`,
    );
  if (env.SAMPLE_CATALOGUE === "on") problems.push("SAMPLE_CATALOGUE=on is for a demo shop: leave it out");
  if (env.FORM_TIMING === "off")
    problems.push("FORM_TIMING=off is for tests, which fill in forms in no time: leave it out");
  return problems;
}

/** Problems that keep a live shop from starting on this data. */
function problemsOfLiveData(env: Given, { admins, openSamples }: LiveData): string[] {
  const problems: string[] = [];
  const email = env.ADMIN_EMAIL?.toLowerCase();
  if (!email && !env.ADMIN_PASSWORD && admins.length === 0)
    problems.push("a live shop needs a first admin: set ADMIN_EMAIL and ADMIN_PASSWORD");
  // The password is only used to create the account.
  if (env.ADMIN_PASSWORD && !(email && admins.includes(email))) {
    const why = weakness(env.ADMIN_PASSWORD);
    if (why) problems.push(`ADMIN_PASSWORD is too weak for a live shop: it ${why}`);
  }
  if (openSamples.length > 0)
    problems.push(
      `anybody can log in as ${openSamples.join(" and ")}, whose password is published: remove the sample with npm run clear-sample`,
    );
  return problems;
}

/** @returns the problem, as the end of a sentence that begins with 'it' */
function weakness(password: string): string | null {
  if (password.length < ADMIN_PASSWORD_MIN) return `must have at least ${ADMIN_PASSWORD_MIN} characters`;
  if (!/\p{N}/u.test(password)) return "must contain a number";
  if (!/[^\p{L}\p{M}\p{N}\s]/u.test(password)) return "must contain a special character";
  return isCommonPassword(password) ? "is one of the most common ones" : null;
}

/** Notes for the person who starts a live shop; they do not prevent the start. */
function notesOfLive(env: Given): string[] {
  const notes: string[] = [];
  if (env.BASE_URL?.startsWith("https:") && !env.TRUST_PROXY)
    notes.push(
      "TRUST_PROXY is not set. Behind a proxy set it to on, or all visitors share one rate limit; else to off.",
    );
  notes.push(...(findProvider(env.PAYMENTS ?? "")?.notes(env) ?? []));
  return notes;
}

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
