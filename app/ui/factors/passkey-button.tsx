import { useSubmit } from "react-router";
import { Button } from "~/ui/kit/button";
import { useHasPasskeys, usePasskeyDialog } from "./use-passkey";

/**
 * A button that logs in, or proves who one is, with a passkey, and posts its answer to the page: intent=passkey. Only
 * where scripts run and the browser has passkeys; each page that shows it has a way without.
 * @param fields posted besides, read when the passkey has answered
 */
export function PasskeyButton({
  purpose,
  label,
  refusal,
  fields = () => ({}),
  className,
}: {
  purpose: "sign-in" | "step" | "prove";
  label: string;
  /** Why the last one was refused. */
  refusal?: string;
  fields?: () => Record<string, string>;
  className?: string;
}) {
  const submit = useSubmit();
  const hasPasskeys = useHasPasskeys();
  const { open, isBusy, problem } = usePasskeyDialog(purpose, (passkey) => {
    void submit({ ...fields(), intent: "passkey", passkey }, { method: "post" });
  });
  if (!hasPasskeys) return null;
  const message = problem || refusal;
  return (
    <div className="grid gap-2">
      <Button type="button" variant="quiet" onClick={open} isBusy={isBusy} className={className}>
        {label}
      </Button>
      {message ? (
        <p role="alert" className="text-bad font-medium">
          {message}
        </p>
      ) : null}
    </div>
  );
}
