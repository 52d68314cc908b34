import { useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { GUARD_FIELDS } from "~/page-data/spam-guard";

/**
 * Two fields that tell programs from people in a public form, checked by `readSender`: one that only programs fill in,
 * and the time at which the form was shown.
 */
export function SpamGuard() {
  // The newest: a stamp that the shop does not know any more must not be sent again.
  const shown = useRouteLoaderData<RootData>("root")?.formStamp;
  return (
    <>
      <div className="sr-only" aria-hidden="true">
        <label>
          Leave empty
          <input name={GUARD_FIELDS.empty} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name={GUARD_FIELDS.shown} value={shown} />
    </>
  );
}
