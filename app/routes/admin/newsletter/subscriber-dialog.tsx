import type { AuditEntry } from "~/domain/kit/audit/audit";
import { formatDateTime } from "~/domain/kit/dates";
import type { Subscriber } from "~/domain/readers/newsletter/subscribers";
import { DialogHistory } from "~/ui/admin/forms/history";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { ConfirmForm } from "~/ui/kit/confirm-form";

const QUESTIONS = {
  unsubscribe: {
    title: "Unsubscribe Address",
    verb: "Unsubscribe",
    text: "It gets no more newsletters. It stays in the list as unsubscribed, and its owner can subscribe again.",
  },
  remove: {
    title: "Remove Address",
    verb: "Remove",
    text: "The address is deleted, with the record of its owner's consent. To end a subscription, Unsubscribe is enough.",
  },
};

/** The confirmation before staff end a subscription or remove an address, with its record of consent and history. */
export function SubscriberDialog({
  action,
  subscriber,
  audit,
  closeTo,
}: {
  action: keyof typeof QUESTIONS;
  subscriber: Subscriber & { consent: string };
  audit: AuditEntry[];
  closeTo: string;
}) {
  const { title, verb, text } = QUESTIONS[action];
  const { id, email, consent, requestedAt, confirmedAt } = subscriber;
  return (
    <ConfirmForm
      title={title}
      closeTo={closeTo}
      button={
        <Button name="intent" value={action} variant="danger">
          {verb}
        </Button>
      }
      below={<DialogHistory entries={audit} />}
    >
      <input type="hidden" name="id" value={id} />
      <p>
        <strong>
          <EmailText email={email} />
        </strong>
      </p>
      <p>{text}</p>
      <dl className="border-line grid gap-1 border-l-2 pl-4 text-sm">
        <Fact title="Requested">{formatDateTime(requestedAt)}</Fact>
        <Fact title="Confirmed">{confirmedAt ? formatDateTime(confirmedAt) : "–"}</Fact>
        <Fact title="Agreed to">{consent || "–"}</Fact>
      </dl>
    </ConfirmForm>
  );
}

function Fact({ title, children }: { title: string; children: string }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{title}:</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
