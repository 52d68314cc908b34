import { useNavigation } from "react-router";
import type { ApiKey } from "~/domain/people/api-keys/api-keys";
import { formatDateTime } from "~/domain/kit/dates";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** The confirmation before a key is revoked. */
export function RevokeDialog({ apiKey, closeTo }: { apiKey: ApiKey; closeTo: string }) {
  const isBusy = useNavigation().state === "submitting";
  const { id, name, lastUsedAt } = apiKey;
  return (
    <ConfirmForm
      title="Revoke Key"
      closeTo={closeTo}
      button={
        <Button name="intent" value="revoke-key" variant="danger" isBusy={isBusy}>
          Revoke
        </Button>
      }
    >
      <input type="hidden" name="id" value={id} />
      <p className="wrap-anywhere">
        The key “{name}” stops working at once, for good.{" "}
        {lastUsedAt === null
          ? "It was never used."
          : `It was last used on ${formatDateTime(lastUsedAt)}: the program that has it will be refused.`}
      </p>
    </ConfirmForm>
  );
}
