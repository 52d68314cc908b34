import path from "node:path";
import { z } from "zod";

/** The folder of the checkout: migrations/, public/, build/ and scripts/ stand in it. */
export const ROOT = process.cwd();

const text = z.string().trim();
const optionalText = text.optional().transform((value) => value || undefined);
const url = (name: string) =>
  optionalText.refine((value) => value === undefined || /^https?:\/\/[^/]+\/?$/.test(value), {
    error: `${name} must be the shop's address without a path, e.g. https://books.example.in`,
  });

/** Where a sign-in goes: over TLS, but for a provider on this very machine. */
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

const environment = z
  .object({
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
    DATA_DIR: text.default("data"),
    SESSION_SECRET: optionalText.refine((value) => value === undefined || value.length >= 32, {
      error: "SESSION_SECRET must have at least 32 characters",
    }),
    ADMIN_EMAIL: optionalText.refine((value) => value === undefined || /^\S+@\S+$/.test(value), {
      error: "ADMIN_EMAIL must be an e-mail address",
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
    PAYMENTS: z.enum(["razorpay", "sandbox"], { error: "PAYMENTS must be razorpay or sandbox" }).optional(),
    RAZORPAY_KEY_ID: optionalText,
    RAZORPAY_KEY_SECRET: optionalText,
    RAZORPAY_WEBHOOK_SECRET: optionalText,
    RESERVATION_MINUTES: z.coerce
      .number({ error: "RESERVATION_MINUTES must be a number" })
      .positive("RESERVATION_MINUTES must be more than 0")
      .max(1440, "RESERVATION_MINUTES must be at most 1440")
      .default(30),
    RATE_LIMIT: z.enum(["on", "off"], { error: "RATE_LIMIT must be on or off" }).default("on"),
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
  })
  .superRefine((env, context) => {
    const complain = (message: string) => context.addIssue({ code: "custom", message });
    if (Boolean(env.ADMIN_EMAIL) !== Boolean(env.ADMIN_PASSWORD)) {
      complain("ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither");
    }
    if (env.ADMIN_PASSWORD && env.ADMIN_PASSWORD.length < 8)
      complain("ADMIN_PASSWORD must have at least 8 characters");
    const keys = [env.RAZORPAY_KEY_ID, env.RAZORPAY_KEY_SECRET, env.RAZORPAY_WEBHOOK_SECRET];
    if (env.PAYMENTS === "razorpay" && keys.some((key) => !key)) {
      complain("PAYMENTS=razorpay needs RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET");
    }
    for (const name of ["GOOGLE", "FACEBOOK"] as const) {
      if (Boolean(env[`${name}_CLIENT_ID`]) !== Boolean(env[`${name}_CLIENT_SECRET`]))
        complain(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together: set both or neither`);
    }
    if (env.SHOP_MODE === "live") {
      if (!env.BASE_URL) complain("a live shop needs BASE_URL, the address shoppers use");
      if (!env.SMTP_URL) complain("a live shop needs SMTP_URL, to send mail");
      if (!env.MAIL_FROM) complain("a live shop needs MAIL_FROM, the sender of its mail");
      if (!env.PAYMENTS)
        complain(
          "a live shop needs PAYMENTS=razorpay with its keys (or PAYMENTS=sandbox, which takes no money)",
        );
    }
  });

export type Config = ReturnType<typeof readConfig>;

/** The environment is wrong: each sentence says which value and why. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/**
 * The shop's configuration from environment variables (design.md, Running it).
 * @throws {ConfigError} naming every value that is wrong or missing
 */
export function readConfig(env: Record<string, string | undefined>) {
  // An empty variable counts as absent: `PORT= npm start` means the default.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      ["The shop cannot start:", ...parsed.error.issues.map((issue) => `  - ${issue.message}`)].join("\n"),
    );
  }
  const values = parsed.data;
  const dataDir = path.resolve(ROOT, values.DATA_DIR);
  return {
    ...values,
    dataDir,
    databaseFile: path.join(dataDir, "kitab.db"),
    coversDir: path.join(dataDir, "coverpages"),
    /** Made from covers, and made again when they are gone. */
    previewsDir: path.join(dataDir, "previews"),
    outboxDir: path.join(dataDir, "outbox"),
    isDemo: values.SHOP_MODE === "demo",
    /** The shop was given a name of its own to start with. */
    isNamed: Boolean(given.STORE_NAME),
    payments: values.PAYMENTS ?? "sandbox",
    sampleCatalogue: (values.SAMPLE_CATALOGUE ?? (values.SHOP_MODE === "demo" ? "on" : "off")) === "on",
    /** The public origin when it is configured; else each request's own (http/request-info.server.ts). */
    baseUrl: values.BASE_URL?.replace(/\/$/, ""),
    secureCookies: values.BASE_URL?.startsWith("https://") ?? false,
    /** An address; or one with a name before it, which then stays whatever the shop is called. */
    mailFrom: values.MAIL_FROM ?? "shop@kitab.example",
    rateLimit: values.RATE_LIMIT === "on",
    pageCache: values.PAGE_CACHE === "on",
    trustProxy: values.TRUST_PROXY === "on",
    /** Whom customers can sign in through; null where the shop has no client id there. */
    thirdParties: {
      google: client(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET, values.GOOGLE_ISSUER),
      facebook: client(values.FACEBOOK_CLIENT_ID, values.FACEBOOK_CLIENT_SECRET, values.FACEBOOK_ISSUER),
    },
  };
}

const client = (clientId: string | undefined, clientSecret: string | undefined, issuer: string) =>
  clientId && clientSecret ? { clientId, clientSecret, issuer } : null;

/** Nothing else in the shop reads process.env. */
export const config = readConfig(process.env);
