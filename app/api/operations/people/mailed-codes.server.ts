import { z } from "zod";
import { writeDb } from "~/db/shop-database.server";
import { forgotPasswordSchema } from "~/domain/people/accounts/accounts.schema";
import { CODE_SENT } from "~/domain/people/accounts/mailed-codes";
import { mailedCodeSchema } from "~/domain/people/accounts/mailed-codes.schema";
import { sendMailedCode, useMailedCode } from "~/domain/people/accounts/mailed-codes.server";
import { ApiError, done, operation, resultSchema, tooManyCalls } from "~/api/operation.server";
import { BODY_MAX, deviceTokenField, signedInSchema, signInApp } from "~/api/signed-in.server";
import { isKnownApp } from "~/http/request/limits/login-limits.server";
import { addressKey, giveBackToLimit, takeFromLimit } from "~/http/request/limits/rate-limit.server";
import { mailSite } from "~/http/request/mail-site.server";

const tag = "Authentication";

const codeToken = z
  .string()
  .max(BODY_MAX)
  .meta({
    description: "Belongs to one code: the app keeps it and sends it with the code.",
    examples: ["mrYh3CkIcWfCPz_Xs0vWq8Jd2Lk0aTgB7uEo4Nf5Rxc"],
  });

/** Checks only the shape, since a failed login is always a 401. */
const typedCode = z.object({
  codeToken,
  code: z
    .string()
    .max(BODY_MAX)
    .meta({ description: "The six digits of the mail.", examples: ["492039"] }),
  deviceToken: deviceTokenField,
});

const failed = (message: string) => new ApiError(401, message, { headers: { "WWW-Authenticate": "Bearer" } });

/** Logging in with a mailed code instead of a password (docs/decisions/0041-mailed-codes.md). */
export const mailedCodes = [
  operation({
    method: "POST",
    path: "/auth/login-code",
    tag,
    summary: "Ask for a code by email, to log in without a password",
    description:
      "The answer is the same for every address. Staff are not mailed a code. The code has six digits and works once, within ten minutes, with the codeToken of this answer.",
    access: "public",
    limit: "mailed-code",
    body: forgotPasswordSchema.extend({ deviceToken: deviceTokenField }),
    answer: resultSchema.extend({ codeToken: codeToken.optional() }).meta({ id: "CodeSent" }),
    async handle({ body: { email, deviceToken }, caller: { session } }) {
      const asked = { email, remember: false, isKnown: isKnownApp(email, deviceToken) };
      const token = await sendMailedCode(writeDb, asked, await mailSite(session));
      return { ...done(CODE_SENT), codeToken: token };
    },
  }),

  operation({
    method: "POST",
    path: "/auth/authenticate-code",
    tag,
    summary: "Log in with a code by email",
    description:
      "Makes the account if the address has none. The cart of a guest's session cookie moves into the customer's. The fifth wrong code ends it.",
    access: "public",
    refusals: { 401: "The code is wrong, used or too old; msg says which." },
    body: typedCode,
    answer: signedInSchema,
    async handle({ body, caller: { session }, request }) {
      const typed = mailedCodeSchema.safeParse({ code: body.code });
      if (!typed.success) throw failed(typed.error.issues[0]!.message);
      const address = [addressKey(session.ip)];
      const limit = await takeFromLimit("mailed-code-try", address);
      if (!limit.allowed) throw tooManyCalls(limit.retryAfterSeconds);
      const { code } = typed.data;
      const site = await mailSite(session);
      const outcome = await useMailedCode(writeDb, { token: body.codeToken, code }, site);
      if (!outcome.ok) throw failed(outcome.message);
      await giveBackToLimit("mailed-code-try", address);
      const { id, role, email: username } = outcome.account;
      const { deviceToken } = body;
      return signInApp(request, session, { id, role, username }, { method: "mailed_code", deviceToken });
    },
  }),
];
