import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "./config.server";

const LIVE = {
  SHOP_MODE: "live",
  BASE_URL: "https://books.example.in",
  SMTP_URL: "smtps://mail.example.in",
  MAIL_FROM: "Books <shop@example.in>",
  PAYMENTS: "razorpay",
  RAZORPAY_KEY_ID: "rzp_live_x",
  RAZORPAY_KEY_SECRET: "secret",
  RAZORPAY_WEBHOOK_SECRET: "other",
};

/** The sentences a wrong environment is refused with. */
function complaints(env: Record<string, string | undefined>): string {
  try {
    readConfig(env);
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

describe("wrong values are refused, each by name", () => {
  test.each([
    ["PORT", "seventy", "PORT must be a number"],
    ["PORT", "70000", "PORT must be 0 to 65535"],
    ["SHOP_MODE", "prod", "SHOP_MODE must be demo or live"],
    ["BASE_URL", "books.example.in", "BASE_URL must be"],
    ["BASE_URL", "https://books.example.in/shop", "without a path"],
    ["SESSION_SECRET", "short", "at least 32 characters"],
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
    ["RESERVATION_MINUTES", "0", "more than 0"],
    ["SAMPLE_CATALOGUE", "yes", "SAMPLE_CATALOGUE must be on or off"],
  ])("%s=%s", (name, value, sentence) => {
    expect(complaints({ [name]: value })).toContain(sentence);
  });

  test("all of them at once", () => {
    const message = complaints({ PORT: "x", SHOP_MODE: "y" });
    expect(message).toContain("PORT");
    expect(message).toContain("SHOP_MODE");
  });
});

test("customers can sign in through the providers that the shop has a client at", () => {
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
  test("starts with all it needs: no sample data, secure cookies", () => {
    const config = readConfig(LIVE);
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

  test("takes the sandbox only when it is asked for by name", () => {
    expect(readConfig({ ...LIVE, PAYMENTS: "sandbox" }).payments).toBe("sandbox");
  });
});
