import { findProvider, PROVIDER_NAMES, PROVIDERS } from "~/domain/sales/gateways/payment-providers";
import { isCommonPassword } from "~/platform/secrets/common-passwords.server";
import { PASSWORD_MAX } from "~/platform/secrets/password-limit";
import type { LiveData } from "./live-data.server";

/** Environment variables as they are given; empty ones left out. */
export type Given = Record<string, string | undefined>;

/** Problems that concern several values together. */
export function problemsTogether(env: Given): string[] {
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
export function problemsOfLive(env: Given): string[] {
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
export function problemsOfLiveData(env: Given, { admins, openSamples }: LiveData): string[] {
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
export function notesOfLive(env: Given): string[] {
  const notes: string[] = [];
  if (env.BASE_URL?.startsWith("https:") && !env.TRUST_PROXY)
    notes.push(
      "TRUST_PROXY is not set. Behind a proxy set it to on, or all visitors share one rate limit; else to off.",
    );
  notes.push(...(findProvider(env.PAYMENTS ?? "")?.notes(env) ?? []));
  return notes;
}
