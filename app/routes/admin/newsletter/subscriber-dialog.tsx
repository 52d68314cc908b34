import { Form } from "react-router";
import type { AuditEntry } from "~/domain/audit/audit";
import { formatDateTime } from "~/domain/dates";
import type { Subscriber } from "~/domain/newsletter/subscribers";
import { AuditTrail } from "~/ui/admin/audit-trail";
import { Button } from "~/ui/button";
import { FormButtons } from "~/ui/admin/form-buttons";
import { ConfirmDialog } from "~/ui/account/dialog";
import { EmailText } from "~/ui/account/email-text";

const QUESTIONS = {
  unsubscribe: {
    title: "Unsubscribe Address",
    verb: "Unsubscribe",
    text: "It gets no more newsletters. It stays on record as unsubscribed, and can be confirmed anew by its owner.",
  },
  remove: {
    title: "Remove Address",
    verb: "Remove",
    text: "It is forgotten, with when and to what its owner agreed. To end a subscription, Unsubscribe is enough.",
  },
};

/** What is asked before staff end a subscription or remove an address, with what is on record about it. */
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
    <ConfirmDialog title={title} closeTo={closeTo}>
      <div className="grid gap-4">
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
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <FormButtons closeTo={closeTo} autoFocus>
            <Button name="intent" value={action} variant="danger">
              {verb}
            </Button>
          </FormButtons>
        </Form>
        {audit.length > 0 ? (
          <section
            aria-label="History"
            className="border-line max-h-40 overflow-y-auto border-t pt-4 text-sm"
          >
            <AuditTrail entries={audit} />
          </section>
        ) : null}
      </div>
    </ConfirmDialog>
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
