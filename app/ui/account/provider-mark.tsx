import type { ReactNode } from "react";
import type { Provider } from "~/domain/people/accounts/identities";

/** The providers' logos in their own colours, as their rules for buttons demand. */
const MARKS: Record<Provider, ReactNode> = {
  google: (
    <>
      <path
        fill="#4285f4"
        d="M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92a5.06 5.06 0 0 1-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z"
      />
      <path
        fill="#34a853"
        d="M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77a6.6 6.6 0 0 1-9.87-3.47H2.18v2.84A11 11 0 0 0 12 23z"
      />
      <path fill="#fbbc05" d="M5.84 14.1a6.6 6.6 0 0 1 0-4.2V7.06H2.18a11 11 0 0 0 0 9.88l3.66-2.84z" />
      <path
        fill="#ea4335"
        d="M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15A11 11 0 0 0 2.18 7.06L5.84 9.9A6.56 6.56 0 0 1 12 5.38z"
      />
    </>
  ),
  facebook: (
    <>
      <circle cx="12" cy="12" r="11.5" fill="#1877f2" />
      <path
        fill="#fff"
        d="M13.7 23.4v-7.9h2.6l.6-3.5h-3.2V9.8c0-1 .5-1.9 2-1.9h1.4v-3s-1.3-.2-2.6-.2c-2.6 0-4.4 1.6-4.4 4.5V12H7.2v3.5h2.9v7.9a11.6 11.6 0 0 1-3.6 0z"
      />
    </>
  ),
};

export function ProviderMark({ provider }: { provider: Provider }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5 shrink-0">
      {MARKS[provider]}
    </svg>
  );
}
