import { config } from "~/process/config.server";
import { readDb } from "~/db/shop-database.server";
import { shopProvider } from "~/domain/sales/gateways/shop-gateway.server";
import { legalFacts } from "~/domain/shop/settings/legal-facts";
import { readSettings } from "~/domain/shop/settings/settings.server";
import "~/styles/rich-text.css";
import { OwnLegalText } from "~/ui/legal/own-legal-text";
import { PROVIDER_LABELS } from "~/domain/people/accounts/identities";
import { configuredProviders } from "~/http/third-party/providers.server";
import { LegalText } from "~/ui/legal/legal-text";
import { pageMeta } from "~/ui/frame/meta/page-meta";
import { PRIVACY_CHANGED, PrivacyIntro, privacySections } from "~/ui/legal/privacy-text";
import type { Route } from "./+types/privacy";
import { ownLegalText } from "./own-legal-text.server";

export function meta({ matches, loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  const own = loaderData?.own?.page;
  return pageMeta(matches, {
    title: own ? own.searchTitle || own.title : "Privacy",
    description:
      own?.description ?? "What the shop keeps about you, why, for how long, and what you can do about it.",
    path: "/privacy",
  });
}

export async function loader({ context }: Route.LoaderArgs) {
  const facts = legalFacts(await readSettings(readDb));
  const { own, changed } = await ownLegalText(context, "privacy", PRIVACY_CHANGED);
  return {
    ...facts,
    own,
    changed,
    cookiePrefix: config.secureCookies ? "__Host-" : "",
    paymentProvider: shopProvider().offer.name,
    providers: configuredProviders.map((provider) => PROVIDER_LABELS[provider]),
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  const { own, changed } = loaderData;
  return own ? (
    <OwnLegalText {...own} facts={loaderData} changed={changed} />
  ) : (
    <LegalText
      title="Privacy"
      changed={changed}
      intro={<PrivacyIntro {...loaderData} />}
      sections={privacySections(loaderData)}
    />
  );
}
