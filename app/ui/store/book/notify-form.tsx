import { Form, useNavigation, useRouteLoaderData } from "react-router";
import type { RootData } from "~/page-data/root-data";
import { Button } from "~/ui/kit/button";
import { TextField } from "~/ui/kit/field";
import { SpamGuard } from "~/ui/kit/spam-guard";

/** A refused form, as its own page shows it again. */
export interface NotifyAnswer {
  errors: string[];
  /** As typed. */
  email: string;
}

/**
 * Asks for a mail when a sold-out book can be bought again. A customer's goes to the account's address; a guest types one.
 * Staff do not see it.
 * @param isWaiting whether this customer has asked already; false for guests
 */
export function NotifyForm({
  bookId,
  isWaiting,
  isNew = false,
  answer,
}: {
  bookId: number;
  isWaiting: boolean;
  /** A book that has not been in the shop yet. */
  isNew?: boolean;
  answer?: NotifyAnswer;
}) {
  const role = useRouteLoaderData<RootData>("root")?.account?.role;
  const action = `/books/${bookId}/notify`;
  const isBusy = useNavigation().formAction === action;
  if (role === "admin") return null;
  return (
    <Form
      method="post"
      action={action}
      preventScrollReset
      noValidate
      className="panel grid w-full grid-cols-1 justify-items-start gap-3"
    >
      {isWaiting ? (
        <>
          <p>We'll email you once, when it is {isNew ? "out" : "back"}.</p>
          <Button name="intent" value="withdraw" variant="quiet" size="sm" isBusy={isBusy}>
            Stop waiting
          </Button>
        </>
      ) : (
        <>
          <p>
            We email {role ? "your account's address" : "you"} once, when this book is{" "}
            {isNew ? "out" : "back"}.
          </p>
          {role ? null : (
            <>
              <SpamGuard />
              <EmailField answer={answer} />
            </>
          )}
          <Button name="intent" value="ask" variant="quiet" isBusy={isBusy}>
            {isNew ? TELL_ME_WHEN_OUT : TELL_ME}
          </Button>
        </>
      )}
    </Form>
  );
}

export const TELL_ME = "Tell me when it is back";
const TELL_ME_WHEN_OUT = "Tell me when it is out";

function EmailField({ answer }: { answer?: NotifyAnswer }) {
  return (
    <div className="w-full">
      <TextField
        id="notify-email"
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={answer?.email}
        errors={answer?.errors}
        autoFocus={answer !== undefined}
      />
    </div>
  );
}
