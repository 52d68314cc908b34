import { Button, ButtonLink } from "~/ui/kit/button";
import { ConfirmForm } from "~/ui/kit/confirm-form";
import { EmailText } from "~/ui/kit/email-text";

interface Person {
  id: number;
  name: string;
  email: string;
  hasSecondFactor: boolean;
  isOwn: boolean;
}

/** Who has a second step; an owner resets that of somebody who lost phone and recovery codes. */
export function PeopleList({ page, people }: { page: string; people: Person[] }) {
  return (
    <ul className="divide-line border-line divide-y border-y">
      {people.map(({ id, name, email, hasSecondFactor, isOwn }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold wrap-anywhere" dir="auto">
              {name}
            </p>
            <p className="text-muted text-sm">
              <EmailText email={email} /> · {hasSecondFactor ? "has a second step" : "password only"}
            </p>
          </div>
          {hasSecondFactor ? (
            <ButtonLink
              to={isOwn ? "/admin/account/security" : `${page}?reset=${id}`}
              variant="quiet"
              size="sm"
              preventScrollReset={!isOwn}
            >
              {isOwn ? "Change yours" : "Reset"}
              {isOwn ? null : <span className="sr-only"> that of {name}</span>}
            </ButtonLink>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

export function ResetDialog({ page, person: { id, name } }: { page: string; person: Person }) {
  return (
    <ConfirmForm
      title="Reset the second step?"
      closeTo={page}
      action={page}
      button={
        <Button name="intent" value="reset" variant="danger">
          Reset
        </Button>
      }
    >
      <input type="hidden" name="id" value={id} />
      <p>
        For somebody who has neither phone nor recovery codes any more. App, passkeys and recovery codes of{" "}
        <strong className="wrap-anywhere" dir="auto">
          {name}
        </strong>{" "}
        are removed, and all their devices are logged out. They get an email.
      </p>
      <p>Make sure that it is really they who ask: call them.</p>
    </ConfirmForm>
  );
}
