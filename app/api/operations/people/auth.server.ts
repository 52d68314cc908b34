import { z } from "zod";
import { readDb, writeDb } from "~/db/shop-database.server";
import { EMAIL_MAX } from "~/domain/people/accounts/account-limits";
import {
  changePasswordSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  signupSchema,
  triedPassword,
} from "~/domain/people/accounts/accounts.schema";
import { authenticateAccount, registerAccount } from "~/domain/people/accounts/accounts.server";
import { changePassword } from "~/domain/people/accounts/passwords/password-change.server";
import {
  requestPasswordReset,
  resetPassword,
} from "~/domain/people/accounts/passwords/password-reset.server";
import { rotateRefreshToken } from "~/domain/people/accounts/refresh-tokens.server";
import { CODE_MAX, CODE_NEEDED, type SignInMethod } from "~/domain/people/factors/factors";
import { checkCode, hasSecondFactor } from "~/domain/people/factors/second-factor.server";
import { typedMax } from "~/domain/kit/typed-text";
import { ApiError, done, operation, refused, resultSchema, tooManyCalls } from "~/api/operation.server";
import {
  BODY_MAX,
  deviceTokenField,
  signedInSchema,
  signInApp,
  tokenFields,
  tokens,
} from "~/api/signed-in.server";
import { countFactor } from "~/http/request/limits/factor-limits.server";
import { countLogin, forgetFailures } from "~/http/request/limits/login-limits.server";
import { mailSite } from "~/http/request/mail-site.server";
import type { RequestSession } from "~/http/request/request-session.server";
import { recordWrongCode } from "~/http/request/login/sign-in.server";

const tag = "Authentication";

/**
 * Checks only the shape: a failed login is always a 401, never a 200 that clients take for a success. A username or
 * password beyond its limit is just a wrong one.
 */
const signIn = z.object({
  username: z
    .string()
    .max(BODY_MAX)
    .transform((text) => text.slice(0, typedMax(EMAIL_MAX)).trim().toLowerCase())
    .meta({ description: "The email address.", examples: ["asha@example.com"] }),
  email: z.string().max(BODY_MAX).nullish().meta({ description: "The same as username; not read." }),
  password: triedPassword().meta({ examples: ["Monsoon-Verandah-9"] }),
  deviceToken: deviceTokenField,
  code: z
    .string()
    .max(BODY_MAX)
    .nullish()
    .meta({
      description:
        "For staff with a second factor: the six digits of their app, or a recovery code. Each is accepted once.",
      examples: ["492039"],
    }),
});

/** Counts a try of a password. @returns what to call unless it was wrong @throws a 429 */
async function countTry(
  request: Request,
  { ip }: RequestSession,
  username: string,
  known: Parameters<typeof countLogin>[3],
) {
  const { answer, giveBack } = await countLogin(request, ip, username, known);
  if (answer.allowed) return giveBack;
  throw tooManyCalls(answer.retryAfterSeconds);
}

/** The second factor of staff, if they have one. @returns how they logged in @throws a 401 or 429 */
async function checkSecondFactor(
  session: RequestSession,
  accountId: number,
  code: string | null | undefined,
): Promise<SignInMethod> {
  if (!(await hasSecondFactor(readDb, accountId))) return "password";
  const refuse = (message: string) =>
    new ApiError(401, message, { headers: { "WWW-Authenticate": "Bearer" } });
  if (!code) throw refuse(CODE_NEEDED);
  const { answer, giveBack } = await countFactor(accountId, session.ip);
  if (!answer.allowed) throw tooManyCalls(answer.retryAfterSeconds);
  const checked = await checkCode(writeDb, accountId, code.slice(0, CODE_MAX));
  if (checked.ok) {
    await giveBack();
    return checked.kind;
  }
  await recordWrongCode(session, accountId, "app");
  throw refuse(checked.message);
}

/** Login, registration and lost passwords (docs/specification.md §7). */
export const authentication = [
  operation({
    method: "POST",
    path: "/auth/authenticate",
    tag,
    summary: "Log in",
    description: "The cart of a guest's session cookie moves into the customer's.",
    access: "public",
    refusals: {
      401: "The username, the password or the code is wrong, or a code is missing; msg says if it is the code.",
    },
    body: signIn,
    answer: signedInSchema,
    async handle({ body: { username, password, deviceToken, code }, caller: { session }, request }) {
      const giveBack = await countTry(request, session, username, { deviceToken });
      const outcome = await authenticateAccount(readDb, { username, password });
      if (!outcome.ok && outcome.reason === "credentials") {
        throw new ApiError(401, outcome.message, { headers: { "WWW-Authenticate": "Bearer" } });
      }
      await giveBack();
      if (!outcome.ok) throw new ApiError(503, outcome.message, { headers: { "Retry-After": "5" } });
      const { id, role } = outcome.account;
      const method = role === "admin" ? await checkSecondFactor(session, id, code) : "password";
      return signInApp(request, session, { id, role, username }, { method, deviceToken });
    },
  }),

  operation({
    method: "POST",
    path: "/auth/signup",
    tag,
    summary: "Register a customer",
    access: "public",
    limit: "register",
    body: signupSchema,
    answer: resultSchema,
    async handle({ body, caller: { session } }) {
      const outcome = await registerAccount(writeDb, body, await mailSite(session));
      if (outcome.ok) return done(outcome.message);
      if (outcome.field === null)
        throw new ApiError(503, outcome.message, { headers: { "Retry-After": "5" } });
      return refused(outcome.message, { [outcome.field]: [outcome.message] });
    },
  }),

  operation({
    method: "POST",
    path: "/auth/refreshtoken",
    tag,
    summary: "Exchange a refresh token",
    description:
      "A token can be exchanged once. The same request within 10 seconds, after a lost answer, gets the same pair; any later use ends every token of its family.",
    access: "public",
    limit: "refresh",
    refusals: { 401: "The refresh token is no longer valid: log in again." },
    body: z.object({ refreshToken: tokenFields.refreshToken }),
    answer: z.object(tokenFields).meta({ id: "TokenPair" }),
    async handle({ body: { refreshToken } }) {
      const grant = await rotateRefreshToken(writeDb, refreshToken);
      if (!grant)
        throw new ApiError(401, "Please log in again", { headers: { "WWW-Authenticate": "Bearer" } });
      return tokens(grant);
    },
  }),

  operation({
    method: "POST",
    path: "/auth/forgot-password",
    tag,
    summary: "Ask for a link to choose a new password",
    access: "public",
    limit: "forgot",
    body: forgotPasswordSchema,
    answer: resultSchema,
    async handle({ body: { email }, caller: { session } }) {
      const { message } = await requestPasswordReset(writeDb, email, await mailSite(session));
      return done(message);
    },
  }),

  operation({
    method: "POST",
    path: "/auth/reset-password",
    tag,
    summary: "Choose a new password",
    description: "With the token from the mailed link. result is 5 when the password was changed.",
    access: "public",
    limit: "reset",
    body: resetPasswordSchema,
    answer: resultSchema,
    async handle({ body, caller: { session } }) {
      const outcome = await resetPassword(writeDb, body, await mailSite(session));
      if (outcome.ok) {
        await forgetFailures(session.ip, outcome.email);
        return { result: 5, msg: outcome.message };
      }
      if (outcome.reason === "busy")
        throw new ApiError(503, outcome.message, { headers: { "Retry-After": "5" } });
      return refused(outcome.message, {
        [outcome.reason === "link" ? "token" : "password"]: [outcome.message],
      });
    },
  }),

  operation({
    method: "POST",
    path: "/auth/change-password",
    tag,
    summary: "Change the password",
    description:
      "Needs the current password. Every session and every token of the account ends, the caller's too: log in again with the new password. Wrong passwords count as failed logins.",
    access: "member",
    body: changePasswordSchema,
    answer: resultSchema,
    async handle({ body, caller: { account, session }, request }) {
      const giveBack = await countTry(request, session, account!.email, { isSignedIn: true });
      const outcome = await changePassword(writeDb, account!.id, body, await mailSite(session));
      if (outcome.ok || outcome.reason !== "wrong") await giveBack();
      if (outcome.ok) return done(outcome.message);
      if (outcome.reason === "busy")
        throw new ApiError(503, outcome.message, { headers: { "Retry-After": "5" } });
      const field = outcome.reason === "password" ? "password" : "currentPassword";
      return refused(outcome.message, outcome.reason === "lost" ? undefined : { [field]: [outcome.message] });
    },
  }),
];
