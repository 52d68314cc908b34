import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { readDb } from "~/db/shop-database.server";
import { authenticateAccount } from "~/domain/accounts/accounts.server";

/** The account whose password was right; `afterPassword` goes on. */
export interface AuthenticatedAccount {
  id: number;
  email: string;
  role: "customer" | "admin";
}

/** Thrown by `authenticator.authenticate`; the message can be shown. */
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
 * Login with the shop's own accounts. "form": fields `username` and `password`; the caller has counted the try against
 * the limits. Login through Google and Facebook is in third-party/code-flow.server.ts: it is made for each request,
 * since the address to come back to may be the request's own.
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
