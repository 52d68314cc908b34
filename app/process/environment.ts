import { z } from "zod";
import { WRITERS } from "~/db/writing/writers";
import { PROVIDER_NAMES } from "~/domain/sales/gateways/payment-providers";

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

/** Each environment variable by itself: its form, its default, and the sentence when it is wrong (docs/operating.md). */
export const environment = z.object({
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
  DATABASE_WRITERS: z.coerce
    .number({ error: "DATABASE_WRITERS must be a number" })
    .int("DATABASE_WRITERS must be a whole number")
    .min(2, "DATABASE_WRITERS must be 2 to 50")
    .max(50, "DATABASE_WRITERS must be 2 to 50")
    .default(WRITERS),
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
