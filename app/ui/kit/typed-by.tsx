import { useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { TYPED_FIELDS } from "~/page-data/typed-by";
import { useOwn, useOwnHtml } from "~/ui/frame/own";

/**
 * Says for whom a form was shown: if the session has ended when it is sent, what was typed is kept for this account, and for
 * nobody else who logs in on the same browser.
 * @param form its id, where a page has several forms
 */
export function TypedBy({ form }: { form?: string }) {
  const account = useRouteLoaderData<RootData>("root")?.account;
  const mark = useOwnHtml(useOwn(), "mark");
  // What staff typed is kept by another way (http/request/stashed-form.server.ts).
  if (account?.role !== "customer") return null;
  return (
    <>
      <span
        hidden
        suppressHydrationWarning
        dangerouslySetInnerHTML={{
          __html: `<input type="hidden" name="${TYPED_FIELDS.by}" value="${mark}">`,
        }}
      />
      {form ? <input type="hidden" name={TYPED_FIELDS.in} value={form} /> : null}
    </>
  );
}
