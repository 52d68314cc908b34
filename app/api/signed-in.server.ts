import { z } from "zod";
import type { Db } from "~/db/database.server";
import { writeDb } from "~/db/shop-database.server";
import { startRefreshFamily, type TokenGrant } from "~/domain/people/accounts/refresh-tokens.server";
import type { SignInMethod } from "~/domain/people/factors/factors";
import { recordSignIn } from "~/domain/people/factors/sign-ins.server";
import { mergeGuestCart } from "~/domain/sales/cart/cart.server";
import { signAccessToken } from "~/http/request/access-token.server";
import { deviceTokenOf, isKnownApp } from "~/http/request/limits/login-limits.server";
import { mailAboutLogin } from "~/http/request/login/sign-in.server";
import { readHeader } from "~/http/request/headers.server";
import type { RequestSession } from "~/http/request/request-session.server";

/** The limit of a whole body. */
export const BODY_MAX = 65_536;

export const tokenFields = {
  accessToken: z.string().meta({
    description: "A JWT, valid for 15 minutes.",
    examples: ["eyJhbGciOiJIUzI1NiIsInR5cCI6ImF0K2p3dCJ9…"],
  }),
  refreshToken: z
    .string()
    .max(BODY_MAX)
    .meta({ description: "Valid for one exchange within 30 days.", examples: ["mrYh3CkIcWfCPz_Xs0vW…"] }),
};

/** What a login may send to be recognised. */
export const deviceTokenField = z
  .string()
  .max(100)
  .nullish()
  .meta({
    description:
      "From an earlier login to the same account. With it, strangers' wrong passwords, and codes that they ask for, cannot lock this app out.",
    examples: ["mFv0C9xq1m0fJ2yS3kPz7A"],
  });

/** The answer to a login. */
export const signedInSchema = z
  .object({
    ...tokenFields,
    role: z.enum(["customer", "admin"]),
    username: z.string().meta({ examples: ["asha@example.com"] }),
    deviceToken: z.string().meta({
      description: "Send it with the next login to this account, also when the tokens have expired.",
      examples: ["mFv0C9xq1m0fJ2yS3kPz7A"],
    }),
  })
  .meta({ id: "SignedIn" });

export const tokens = async (grant: TokenGrant) => ({
  accessToken: await signAccessToken(grant),
  refreshToken: grant.refreshToken,
});

/**
 * Logs in an app that has shown all that is needed. A guest's cart moves into the customer's
 * (docs/product-decisions.md §3.5).
 */
export async function signInApp(
  request: Request,
  session: RequestSession,
  { id, role, username }: { id: number; role: "customer" | "admin"; username: string },
  { method, deviceToken }: { method: SignInMethod; deviceToken: string | null | undefined },
) {
  const userAgent = readHeader(request, "user-agent");
  const guest = session.account === null && role === "customer" ? session.sessionHash : null;
  const alongside = async (trx: Db) => {
    if (guest) await mergeGuestCart(trx, guest, id);
    await recordSignIn(trx, { accountId: id, event: "signed_in", method, channel: "app", userAgent });
  };
  if (!isKnownApp(username, deviceToken)) await mailAboutLogin(session, { id, role }, "app");
  const grant = await startRefreshFamily(writeDb, id, alongside, new Date(), userAgent);
  return { ...(await tokens(grant)), role, username, deviceToken: deviceTokenOf(username) };
}
