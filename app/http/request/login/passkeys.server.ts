import { readDb, writeDb } from "~/db/shop-database.server";
import type { ChallengeUse } from "~/domain/people/factors/passkey-challenges.server";
import { type PasskeySite, usePasskey } from "~/domain/people/factors/passkeys.server";
import { readSettings } from "~/domain/shop/settings/settings.server";
import type { RequestSession } from "../request-session.server";

/** The site that passkeys belong to: the shop's public address, or without BASE_URL the request's. */
export async function passkeySite({ origin }: RequestSession): Promise<PasskeySite> {
  return { origin, shopName: (await readSettings(readDb)).shopName };
}

/** Checks the field `passkey` of a form, which a script has filled in. */
export async function checkPasskey(session: RequestSession, use: ChallengeUse, form: FormData) {
  return usePasskey(writeDb, use, String(form.get("passkey") ?? ""), await passkeySite(session));
}
