import { Form, useSearchParams } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import { listHref } from "~/domain/kit/listing/listing";
import { type Endpoint, EVENT_WORDS, PAUSE_WORDS } from "~/domain/shop/webhooks/webhooks";
import { AdminHeading } from "~/ui/admin/frame/admin-heading";
import { ConfirmSwitch } from "~/ui/admin/forms/confirm-switch";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { useIsSending } from "~/ui/kit/use-is-sending";

/** The endpoint's address, its switch, its events, and what one can do with it. */
export function EndpointHead({ endpoint }: { endpoint: Endpoint }) {
  const [params] = useSearchParams();
  const isTesting = useIsSending("test");
  const { id, url, description, events, pausedBecause, failingSince, formerUntil } = endpoint;
  const isActive = endpoint.state === "active";
  const link = (changes: Parameters<typeof listHref>[1], label: string) => (
    <ButtonLink to={listHref(params, changes)} preventScrollReset variant="quiet" size="sm">
      {label}
    </ButtonLink>
  );
  return (
    <>
      <AdminHeading
        aside={
          <ConfirmSwitch
            isOn={isActive}
            name="Endpoint switched on"
            shown={isActive ? "Active" : PAUSE_WORDS[pausedBecause ?? "staff"]}
            confirm={`${isActive ? "off" : "on"}-${id}`}
          />
        }
      >
        <span className="wrap-anywhere">{new URL(url).host}</span>
      </AdminHeading>
      <p className="font-mono text-sm wrap-anywhere">{url}</p>
      {description ? (
        <p className="text-muted mt-1 wrap-anywhere" dir="auto">
          {description}
        </p>
      ) : null}
      <div className="my-4 grid gap-3">
        {isActive && failingSince !== null ? (
          <Notice kind="error" isSilent>
            Every delivery has failed since {formatDateTime(failingSince)}. After three days the endpoint is
            paused.
          </Notice>
        ) : null}
        {formerUntil !== null ? (
          <Notice isSilent>
            Events are signed with the former secret too until {formatDateTime(formerUntil)}.
          </Notice>
        ) : null}
      </div>
      <h2 className="text-base font-semibold">Events</h2>
      <ul className="mt-1 mb-5 grid gap-x-6 gap-y-1 text-sm sm:w-fit sm:grid-cols-2">
        {events.map((event) => (
          <li key={event}>
            {EVENT_WORDS[event]} <code className="text-muted text-xs whitespace-nowrap">{event}</code>
          </li>
        ))}
      </ul>
      <div className="mb-8 flex flex-wrap gap-3">
        <Form method="post" preventScrollReset>
          <Button name="intent" value="test" size="sm" isBusy={isTesting}>
            Send a Test Event
          </Button>
        </Form>
        {link({ edit: id }, "Edit")}
        {link({ confirm: `secret-${id}` }, "Make a New Secret")}
        {link({ confirm: `delete-${id}` }, "Delete")}
      </div>
    </>
  );
}
