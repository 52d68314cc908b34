import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { GUARD_FIELDS } from "~/page-data/spam-guard";

/**
 * Two fields that tell programs from people in a public form, checked by `readSender`: one that only programs fill in,
 * and the time at which the form was shown.
 */
export function SpamGuard() {
  // Later stamps come with every answer; the form keeps the one it was shown with.
  const [shown] = useState(useRouteLoaderData<RootData>("root")?.formStamp);
  return (
    <>
      <label className="sr-only" aria-hidden="true">
        Leave empty
        <input name={GUARD_FIELDS.empty} tabIndex={-1} autoComplete="off" />
      </label>
      <input type="hidden" name={GUARD_FIELDS.shown} value={shown} />
    </>
  );
}
