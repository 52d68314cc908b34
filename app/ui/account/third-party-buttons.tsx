import { type Provider, PROVIDER_LABELS } from "~/domain/people/accounts/identities";
import { Button } from "~/ui/kit/button";
import { NewTab } from "~/ui/kit/new-tab";
import { ProviderMark } from "./provider-mark";

/**
 * Buttons to log in through a third party, below the shop's own form. Plain forms, not the router's: the answer redirects
 * to another site, and only the browser can follow that.
 */
export function ThirdPartyButtons({ providers, redirectTo }: { providers: Provider[]; redirectTo: string }) {
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="text-muted before:bg-line after:bg-line flex items-center gap-3 text-sm before:h-px before:flex-1 after:h-px after:flex-1">
        or
      </p>
      {providers.map((provider) => (
        <form key={provider} method="post" action={`/auth/${provider}`} className="grid">
          <input type="hidden" name="redirectTo" value={redirectTo} />
          <Button variant="quiet">
            <ProviderMark provider={provider} />
            Continue with {PROVIDER_LABELS[provider]}
          </Button>
        </form>
      ))}
      <p className="text-muted text-sm">
        Continuing opens an account if you have none, and accepts the <NewTab to="/terms">Terms</NewTab> and
        the <NewTab to="/privacy">Privacy Policy</NewTab>.
      </p>
    </div>
  );
}
