import type { RouterContextProvider } from "react-router";
import { config } from "~/config.server";
import { readDb } from "~/db/shop-database.server";
import { shopGateway, shopProvider } from "~/domain/gateways/shop-gateway.server";
import type { OpeningItem } from "~/domain/opening/opening";
import { readOpening } from "~/domain/opening/opening.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { PRIVACY_CHANGED } from "~/ui/legal/privacy-text";
import { TERMS_CHANGED } from "~/ui/legal/terms-text";
import { ownLegalText } from "../../store/own-legal-text.server";

/** The checklist of this shop, for its own page and for the dashboard. */
export async function openingItems(context: Readonly<RouterContextProvider>): Promise<OpeningItem[]> {
  const { name, keyId } = shopGateway();
  const origin = config.baseUrl ?? getRequestSession(context).origin;
  const terms = await ownLegalText(context, "terms", TERMS_CHANGED);
  const privacy = await ownLegalText(context, "privacy", PRIVACY_CHANGED);
  return readOpening(readDb, {
    gateway: { name, keyId },
    gatewayNotes: config.testPayments
      ? ["Payments are test payments: no money is taken."]
      : shopProvider().notes(config.paymentSettings[0]!.settings),
    webhookUrl: `${origin}/payments/webhook`,
    legalChangedOn: terms.changed > privacy.changed ? terms.changed : privacy.changed,
    dataDir: config.dataDir,
  });
}
