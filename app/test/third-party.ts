import { expect } from "vitest";
import type { OpenIdProvider, PersonThere } from "./openid-provider";
import type { Browser } from "./shop";
import { flashMessages, pageHtml } from "./pages";

let people = 0;

/** Nobody has come here as them before; Google vouches for the address unless told. */
export function somebody(given: Partial<PersonThere> = {}): PersonThere {
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

/** From the button to the provider and back. @returns the address that the provider sends the browser to */
export async function outAndBack(
  visitor: Browser,
  provider: OpenIdProvider,
  person: PersonThere,
  fields: Record<string, string> = {},
): Promise<string> {
  provider.person = person;
  const answer = await visitor.post(`/auth/${provider.name}`, fields);
  expect(answer.status).toBe(303);
  const back = await provider.visit(answer.headers.get("Location")!);
  expect(back).toMatch(`${visitor.origin}/auth/${provider.name}/callback?`);
  return back;
}

/** The whole sign-in. @returns where it ended and what the next page says */
export async function signIn(...given: Parameters<typeof outAndBack>) {
  return land(given[0], await outAndBack(...given));
}

/** Opens the provider's way back. @returns where it leads and what the next page says */
export async function land(visitor: Browser, callback: string) {
  const answer = await visitor.get(callback);
  const page = await pageHtml(visitor.get("/terms"));
  return {
    status: answer.status,
    to: answer.headers.get("Location"),
    says: flashMessages(page).at(-1) ?? null,
  };
}
