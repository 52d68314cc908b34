import { config } from "~/process/config.server";
import { readDb } from "~/db/shop-database.server";
import { shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { legalFacts } from "~/domain/shop/settings/legal-facts";
import { cachedPlan } from "~/domain/sales/delivery/cached-plan.server";
import { transferDetails } from "~/domain/shop/settings/transfer";
import { readSettings } from "~/domain/shop/settings/settings.server";
import "~/styles/rich-text.css";
import { OwnLegalText } from "~/ui/legal/own-legal-text";
import { LegalText } from "~/ui/legal/legal-text";
import { pageMeta } from "~/ui/frame/meta/page-meta";
import { TERMS_CHANGED, TermsIntro, termsSections } from "~/ui/legal/terms-text";
import type { Route } from "./+types/terms";
import { ownLegalText } from "./own-legal-text.server";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const own = loaderData?.own?.page;
  return pageMeta(matches, {
    title: own ? own.searchTitle || own.title : "Terms",
    description:
      own?.description ?? "Who sells, prices, payment, delivery, cancelling, returns and complaints.",
    path: "/terms",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const [settings, plan] = await Promise.all([readSettings(readDb), cachedPlan(readDb)]);
  const facts = legalFacts(settings, plan.isOn);
  const { own, changed } = await ownLegalText(context, "terms", TERMS_CHANGED);
  return {
    ...facts,
    own,
    changed,
    demo: config.isDemo,
    testPayments: config.testPayments,
    paymentProvider: shopProvider().offer.name,
    transferDays: transferDetails(settings)?.days ?? null,
    paysAtDoor: plan.isOn && plan.zones.some(({ methods }) => methods.some(({ cod }) => cod.offered)),
  };
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  const { own, changed } = loaderData;
  return own ? (
    <OwnLegalText {...own} facts={loaderData} changed={changed} />
  ) : (
    <LegalText
      title="Terms"
      changed={changed}
      intro={<TermsIntro {...loaderData} />}
      sections={termsSections(loaderData)}
    />
  );
}
