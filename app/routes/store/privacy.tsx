import { config } from "~/config.server";
import { readDb } from "~/db/shop-database.server";
import { shopProvider } from "~/domain/gateways/shop-gateway.server";
import { legalFacts } from "~/domain/settings/legal-facts";
import { readSettings } from "~/domain/settings/settings.server";
import { PROVIDER_LABELS } from "~/domain/accounts/identities";
import { configuredProviders } from "~/http/third-party/providers.server";
import { LegalText } from "~/ui/legal/legal-text";
import { pageMeta } from "~/ui/frame/page-meta";
import { PRIVACY_CHANGED, PrivacyIntro, privacySections } from "~/ui/legal/privacy-text";
import type { Route } from "./+types/privacy";

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return pageMeta(matches, {
    title: "Privacy",
    description: "What the shop keeps about you, why, for how long, and what you can do about it.",
    path: "/privacy",
  });
}

export async function loader() {
  const facts = legalFacts(await readSettings(readDb));
  return {
    ...facts,
    cookiePrefix: config.secureCookies ? "__Host-" : "",
    paymentProvider: shopProvider().offer.name,
    providers: configuredProviders.map((provider) => PROVIDER_LABELS[provider]),
  };
}

export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <LegalText
      title="Privacy"
      changed={PRIVACY_CHANGED}
      intro={<PrivacyIntro {...loaderData} />}
      sections={privacySections(loaderData)}
    />
  );
}
