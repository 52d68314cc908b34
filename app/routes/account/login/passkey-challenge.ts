import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { CONFIRM_FIRST } from "~/domain/people/factors/factors";
import { optionsToAdd, optionsToUse } from "~/domain/people/factors/passkeys.server";
import { isRecentProof } from "~/domain/people/factors/proof.server";
import { passkeySite } from "~/http/request/login/passkeys.server";
import { addressKey, takeFromLimit, tooManyTries } from "~/http/request/limits/rate-limit.server";
import { readForm } from "~/http/request/forms/read-form.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { readSecondStep } from "~/http/request/login/second-step.server";
import type { Route } from "./+types/passkey-challenge";

const LOG_IN = "Please log in again";
const PROVE = "/admin/prove?to=%2Fadmin%2Faccount%2Fsecurity";

/**
 * POST, by scripts: `purpose` is add, sign-in, step (after the password) or prove. Answers with the options for the
 * browser's passkey dialog, or with a `message`, or with the page to open first (`to`).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const session = getRequestSession(context);
  const form = await readForm(request);
  const limit = await takeFromLimit("passkey", [addressKey(session.ip)]);
  if (!limit.allowed) return answer(429, { message: tooManyTries(limit.retryAfterSeconds) });
  const site = await passkeySite(session);

  switch (form.get("purpose")) {
    case "sign-in":
      return answer(200, await optionsToUse(writeDb, { purpose: "sign_in", accountId: null }, site));
    case "step": {
      const login = await readSecondStep(request);
      if (!login) return answer(403, { message: LOG_IN });
      return answer(200, await optionsToUse(writeDb, { purpose: "prove", accountId: login.accountId }, site));
    }
    case "prove": {
      if (!session.account) return answer(403, { message: LOG_IN });
      const use = { purpose: "prove", accountId: session.account.id } as const;
      return answer(200, await optionsToUse(writeDb, use, site));
    }
    case "add":
      return optionsForNew(context, site);
    default:
      throw data("Unknown purpose", { status: 400 });
  }
}

async function optionsForNew(
  context: Readonly<RouterContextProvider>,
  site: Awaited<ReturnType<typeof passkeySite>>,
): Promise<Response> {
  const { account, provedAt } = getRequestSession(context);
  if (!account) return answer(403, { message: LOG_IN });
  if (!account.emailConfirmed) return answer(403, { message: CONFIRM_FIRST });
  if (account.role === "admin" && !isRecentProof(provedAt)) return answer(403, { to: PROVE });
  return answer(200, await optionsToAdd(writeDb, account, site));
}

const answer = (status: number, body: object) =>
  Response.json(body, { status, headers: { "Cache-Control": "private, no-store" } });
