import { availableParallelism } from "node:os";
import { describe, expect, test } from "vitest";
import { checkLiveData, ConfigError, readConfig } from "./config.server";
import type { LiveData } from "./live-data.server";

const LIVE = {
  SHOP_MODE: "live",
  BASE_URL: "https://books.example.in",
  SMTP_URL: "smtps://mail.example.in",
  MAIL_FROM: "Books <shop@example.in>",
  PAYMENTS: "razorpay",
  RAZORPAY_KEY_ID: "rzp_live_a1B2c3D4e5F6g7",
  RAZORPAY_KEY_SECRET: "secret",
  RAZORPAY_WEBHOOK_SECRET: "other",
};

const OWNED: LiveData = { admins: ["owner@example.in"], openSamples: [] };

/** The message with which an environment is refused; empty when it is accepted. */
function complaints(env: Record<string, string | undefined>, found = OWNED): string {
  try {
    readConfig(env, () => found);
    return "";
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

test("an empty environment is a demo shop with sandbox payments and the sample catalogue", () => {
  const config = readConfig({ PORT: "" });
  expect(config).toMatchObject({
    isDemo: true,
    PORT: 3000,
    payments: "sandbox",
    sampleCatalogue: true,
    secureCookies: false,
  });
});

test("workers are as many as asked for, by default one, or the cores but one", () => {
  expect(readConfig({}).workers).toBe(Math.max(1, availableParallelism() - 1));
  expect(readConfig({ WORKERS: "auto" }).workers).toBe(readConfig({}).workers);
  expect(readConfig({ WORKERS: "3" }).workers).toBe(3);
  for (const wrong of ["0", "65", "1.5", "two"])
    expect(complaints({ WORKERS: wrong })).toContain("WORKERS must be auto, or a number from 1 to 64");
  expect(complaints({ METRICS_TOKEN: "short" })).toContain("METRICS_TOKEN must have at least 16 characters");
});

describe("refuses wrong values by name", () => {
  test.each([
    ["PORT", "seventy", "PORT must be a number"],
    ["PORT", "70000", "PORT must be 0 to 65535"],
    ["SHOP_MODE", "prod", "SHOP_MODE must be demo or live"],
    ["BASE_URL", "books.example.in", "BASE_URL must be"],
    ["BASE_URL", "https://books.example.in/shop", "without a path"],
    ["SESSION_SECRET", "short", "at least 32 characters"],
    ["DATABASE_WRITERS", "1", "DATABASE_WRITERS must be 2 to 50"],
    ["DATABASE_WRITERS", "51", "DATABASE_WRITERS must be 2 to 50"],
    ["DATABASE_URL", "mysql://shop@db/kitab", "must begin with postgres://"],
    ["DATABASE_URL", "postgres://shop:se#cret@db/kitab", "DATABASE_URL is not an address"],
    ["DATABASE_URL", "postgres://shop@db/kitab", "needs SESSION_SECRET"],
    ["PAYMENTS", "paypal", "PAYMENTS must be razorpay or sandbox"],
    ["PAYMENTS", "razorpay", "RAZORPAY_KEY_ID"],
    ["ADMIN_EMAIL", "owner@example.in", "ADMIN_PASSWORD"],
    ["SMTP_URL", "mail.example.in", "smtp://"],
    ["GOOGLE_CLIENT_ID", "id", "GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET go together"],
    ["FACEBOOK_CLIENT_SECRET", "secret", "FACEBOOK_CLIENT_ID and FACEBOOK_CLIENT_SECRET go together"],
    ["GOOGLE_ISSUER", "http://accounts.example.com", "GOOGLE_ISSUER must be an https:// address"],
    ["FACEBOOK_ISSUER", "https://example.com/", "without a slash at its end"],
    ["FACEBOOK_ISSUER", "https://user@example.com", "FACEBOOK_ISSUER must be"],
    ["RATE_LIMIT", "maybe", "RATE_LIMIT must be on or off"],
    ["FORM_TIMING", "maybe", "FORM_TIMING must be on or off"],
    ["RESERVATION_MINUTES", "0", "more than 0"],
    ["SAMPLE_CATALOGUE", "yes", "SAMPLE_CATALOGUE must be on or off"],
  ])("%s=%s", (name, value, sentence) => {
    expect(complaints({ [name]: value })).toContain(sentence);
  });

  test("several at once", () => {
    const message = complaints({ PORT: "x", SHOP_MODE: "y" });
    expect(message).toContain("PORT");
    expect(message).toContain("SHOP_MODE");
  });
});

test("offers login with the providers for which a client is configured", () => {
  expect(readConfig({}).thirdParties).toEqual({ google: null, facebook: null });
  const client = { FACEBOOK_CLIENT_ID: "id", FACEBOOK_CLIENT_SECRET: "secret" };
  expect(readConfig(client).thirdParties).toEqual({
    google: null,
    facebook: { clientId: "id", clientSecret: "secret", issuer: "https://www.facebook.com" },
  });
  const issuer = "http://127.0.0.1:4000/realms/books";
  expect(readConfig({ ...client, FACEBOOK_ISSUER: issuer }).thirdParties.facebook?.issuer).toBe(issuer);
});

describe("a live shop", () => {
  test("starts with all required values, without sample data and with secure cookies", () => {
    const config = readConfig(LIVE, () => OWNED);
    expect(config).toMatchObject({
      isDemo: false,
      sampleCatalogue: false,
      secureCookies: true,
      payments: "razorpay",
    });
  });

  test.each(["BASE_URL", "SMTP_URL", "MAIL_FROM", "PAYMENTS", "RAZORPAY_WEBHOOK_SECRET"])(
    "names what is missing: %s",
    (name) => {
      expect(complaints({ ...LIVE, [name]: undefined })).toContain(name);
    },
  );

  test("names all missing values at once, including the first admin", () => {
    const message = complaints(
      { SHOP_MODE: "live", PORT: "x", PAYMENTS: "razorpay", RAZORPAY_KEY_SECRET: "secret" },
      { admins: [], openSamples: [] },
    );
    for (const name of ["PORT", "BASE_URL", "SMTP_URL", "MAIL_FROM", "ADMIN_EMAIL"])
      expect(message).toContain(name);
    expect(message).toContain("needs RAZORPAY_KEY_ID and RAZORPAY_WEBHOOK_SECRET\n");
  });

  test.each([
    ["BASE_URL", "http://books.example.in", "must begin with https://"],
    ["RAZORPAY_KEY_ID", "rzp_live_x", "RAZORPAY_KEY_ID must be"],
    ["SAMPLE_CATALOGUE", "on", "is for a demo shop"],
  ])("%s=%s is refused", (name, value, sentence) =>
    expect(complaints({ ...LIVE, [name]: value })).toContain(sentence),
  );

  test.each([
    ["Monsoon-9", "at least 12 characters"],
    ["Monsoon-Verandah", "contain a number"],
    ["MonsoonVerandah9", "special character"],
    ["Password@123456", "most common"],
  ])("a new admin's password %s is too weak", (ADMIN_PASSWORD, why) => {
    const admin = { ADMIN_EMAIL: "New@example.in", ADMIN_PASSWORD };
    expect(complaints({ ...LIVE, ...admin })).toContain(why);
    // An existing account keeps its own password.
    expect(complaints({ ...LIVE, ...admin, ADMIN_EMAIL: "Owner@example.in" })).toBe("");
  });

  test("on PostgreSQL, the database is asked later; the same is said then", () => {
    const onPostgres = { ...LIVE, DATABASE_URL: "postgres://shop@db/kitab", SESSION_SECRET: "s".repeat(32) };
    const config = readConfig(onPostgres, () => expect.fail("looked for a file"));
    expect(() => checkLiveData(config, OWNED)).not.toThrow();
    const none = { admins: [], openSamples: [] };
    expect(() => checkLiveData(config, none)).toThrow(complaints(LIVE, none));
    const weak = readConfig({ ...onPostgres, ADMIN_EMAIL: "new@example.in", ADMIN_PASSWORD: "Monsoon-9" });
    expect(() => checkLiveData(weak, OWNED)).toThrow("at least 12 characters");
  });

  test("does not start while a sample account can log in", () => {
    const message = complaints(LIVE, { ...OWNED, openSamples: ["admin@kitab.example"] });
    expect(message).toContain("admin@kitab.example");
    expect(message).toContain("npm run clear-sample");
  });

  test("may be tried on its own machine; notes doubtful values", () => {
    const notes = (more: object) => readConfig({ ...LIVE, ...more }, () => OWNED).notes.join("\n");
    expect(notes({ BASE_URL: "http://localhost:3000" })).toBe("");
    expect(notes({})).toContain("TRUST_PROXY is not set");
    expect(notes({ TRUST_PROXY: "off" })).toBe("");
    expect(notes({ TRUST_PROXY: "on", RAZORPAY_KEY_ID: "rzp_test_a1B2c3D4e5F6g7" })).toContain("test key");
  });

  test("has the settings of other payment providers whose variables are set", () => {
    const { paymentSettings } = readConfig({ ...LIVE, PAYMENTS: "sandbox" }, () => OWNED);
    const { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } = LIVE;
    expect(paymentSettings).toEqual([
      { name: "sandbox", settings: {} },
      { name: "razorpay", settings: { RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET } },
    ]);
  });

  test("uses the sandbox only if it is configured by name", () => {
    expect(readConfig({ ...LIVE, PAYMENTS: "sandbox" }, () => OWNED).payments).toBe("sandbox");
  });
});
