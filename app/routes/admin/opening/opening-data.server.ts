import type { RouterContextProvider } from "react-router";
import { config } from "~/process/config.server";
import { readDb } from "~/db/shop-database.server";
import { shopGateway, shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import type { OpeningItem } from "~/domain/opening/checklist/opening";
import { readOpening } from "~/domain/opening/checklist/opening.server";
import { getRequestSession } from "~/http/request/request-session.server";
import { PRIVACY_CHANGED } from "~/ui/legal/privacy-text";
import { TERMS_CHANGED } from "~/ui/legal/terms-text";
import { ownLegalText } from "../../store/pages/own-legal-text.server";

/** The checklist of this shop, for its own page and for the dashboard. */
export async function openingItems(context: Readonly<RouterContextProvider>): Promise<OpeningItem[]> {
  const { name, keyId } = shopGateway();
  const origin = config.baseUrl ?? getRequestSession(context).origin;
  const legalChangedOn = Promise.all([
    ownLegalText(context, "terms", TERMS_CHANGED),
    ownLegalText(context, "privacy", PRIVACY_CHANGED),
  ]).then(([terms, privacy]) => (terms.changed > privacy.changed ? terms.changed : privacy.changed));
  return readOpening(readDb, {
    gateway: { name, keyId },
    gatewayNotes: config.testPayments
      ? ["Payments are test payments: no money is taken."]
      : shopProvider().notes(config.paymentSettings[0]!.settings),
    webhookUrl: `${origin}/payments/webhook`,
    legalChangedOn,
    dataDir: config.dataDir,
  });
}
