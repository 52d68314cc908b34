import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { readDb } from "~/db/shop-database.server";
import { authenticateAccount } from "~/domain/accounts/accounts.server";

/** Who passed; the session is begun by `visit.signIn`. */
export interface AuthenticatedAccount {
  id: number;
  role: "customer" | "admin";
}

/** Thrown by `authenticator.authenticate`; the message is fit to show. */
export class LoginError extends Error {
  override name = "LoginError";
  constructor(
    readonly reason: "credentials" | "busy",
    message: string,
  ) {
    super(message);
  }
}

/**
 * Sign-in with what the shop itself keeps. "form": fields `username` and `password`; who tries too often is stopped
 * before. Sign-in by another site's word is third-party/code-flow.server.ts: made anew for each request, since the
 * address to come back to may be the request's own.
 */
export const authenticator = new Authenticator<AuthenticatedAccount>();

authenticator.use(
  new FormStrategy(async ({ form }) => {
    const answer = await authenticateAccount(readDb, {
      username: String(form.get("username") ?? ""),
      password: String(form.get("password") ?? ""),
    });
    if (!answer.ok) throw new LoginError(answer.reason, answer.message);
    return answer.account;
  }),
  "form",
);
