import { useNavigation } from "react-router";
import type { Endpoint } from "~/domain/shop/webhooks/webhooks";
import { Button } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";

const DIALOGS = {
  on: {
    title: "Switch Endpoint On",
    intent: "switch-on",
    label: "Switch On",
    isDanger: false,
    words:
      "What waits is sent at once, and new events follow. Events that happened while it was paused are lost to it.",
  },
  off: {
    title: "Pause Endpoint",
    intent: "switch-off",
    label: "Pause",
    isDanger: true,
    words:
      "Nothing is sent there until you switch it on again. Events that happen meanwhile are not kept for it.",
  },
  secret: {
    title: "Make a New Secret",
    intent: "new-secret",
    label: "Make Secret",
    isDanger: false,
    words:
      "The new secret is shown once. For 24 hours events are signed with the former one too, so that the receiving server can be changed meanwhile.",
  },
  delete: {
    title: "Delete Endpoint",
    intent: "delete",
    label: "Delete",
    isDanger: true,
    words: "The endpoint is deleted with its secret and all its deliveries, those that wait too.",
  },
} as const;

/** The confirmations of an endpoint's page. */
export function EndpointDialog({
  asked,
  endpoint,
  closeTo,
}: {
  asked: keyof typeof DIALOGS;
  endpoint: Endpoint;
  closeTo: string;
}) {
  const isBusy = useNavigation().state === "submitting";
  const { title, intent, label, isDanger, words } = DIALOGS[asked];
  return (
    <ConfirmForm
      title={title}
      closeTo={closeTo}
      button={
        <Button name="intent" value={intent} variant={isDanger ? "danger" : "primary"} isBusy={isBusy}>
          {label}
        </Button>
      }
    >
      <p className="font-semibold wrap-anywhere">{endpoint.url}</p>
      <p>{words}</p>
    </ConfirmForm>
  );
}
