import { expect } from "vitest";
import type { OpenIdProvider, ProviderPerson } from "./openid-provider";
import type { Browser } from "../shop";
import { flashMessages, pageHtml } from "../pages";

let people = 0;

/** A new person at the provider; by default Google has verified the email address. */
export function newPerson(given: Partial<ProviderPerson> = {}): ProviderPerson {
  people += 1;
  return {
    sub: `person-${people}`,
    email: `person-${people}@example.com`,
    email_verified: true,
    given_name: "Ravi",
    family_name: "Nair",
    ...given,
  };
}

/** Starts a sign-in and visits the provider. @returns the URL back at the shop */
export async function visitProvider(
  visitor: Browser,
  provider: OpenIdProvider,
  person: ProviderPerson,
  fields: Record<string, string> = {},
): Promise<string> {
  provider.person = person;
  const answer = await visitor.post(`/auth/${provider.name}`, fields);
  expect(answer.status).toBe(303);
  const back = await provider.visit(answer.headers.get("Location")!);
  expect(back).toMatch(`${visitor.origin}/auth/${provider.name}/callback?`);
  return back;
}

/** The whole sign-in. @returns where it ended and the message of the next page */
export async function signIn(...given: Parameters<typeof visitProvider>) {
  return finishSignIn(given[0], await visitProvider(...given));
}

/** Opens the URL from the provider. @returns where it redirects and the message of the next page */
export async function finishSignIn(visitor: Browser, callback: string) {
  const answer = await visitor.get(callback);
  const page = await pageHtml(visitor.get("/terms"));
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    says: flashMessages(page).at(-1) ?? null,
  };
}
