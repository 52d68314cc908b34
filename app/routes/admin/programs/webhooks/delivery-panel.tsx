import { Form, useNavigation } from "react-router";
import { formatDateTime } from "~/domain/kit/dates";
import type { DeliveryDetail } from "~/domain/shop/webhooks/deliveries";
import type { Endpoint } from "~/domain/shop/webhooks/webhooks";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { DeliveryState } from "./delivery-state";

interface DeliveryPanelProps {
  delivery: DeliveryDetail;
  endpoint: Endpoint;
  closeTo: string;
}

/** The side panel of one delivery: what was sent, every try with its answer, and the button to send it again. */
export function DeliveryPanel({ delivery, endpoint, closeTo }: DeliveryPanelProps) {
  const isBusy = useNavigation().state === "submitting";
  const { id, eventId, type, createdAt, status, tries, payload, isSending } = delivery;
  return (
    <SidePanel title={type} closeTo={closeTo}>
      <dl className="mb-5 grid gap-2 text-sm">
        <Fact title="Happened">{formatDateTime(createdAt)}</Fact>
        <Fact title="State">
          <DeliveryState {...delivery} />
        </Fact>
        <Fact title="webhook-id">
          <code className="wrap-anywhere">{eventId}</code>
        </Fact>
      </dl>
      {endpoint.state === "paused" ? (
        <p className="text-muted text-sm">The endpoint is paused: nothing is sent there.</p>
      ) : isSending ? null : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="delivery" value={id} />
          <Button name="intent" value="send-again" size="sm" isBusy={isBusy}>
            {status === "queued" ? "Send Now" : "Send Again"}
          </Button>
        </Form>
      )}
      <section aria-labelledby="tries" className="mt-8 min-w-0">
        <div className="part-head">
          <h3 id="tries">Tries</h3>
        </div>
        {tries.length === 0 ? <p className="text-muted text-sm">None yet</p> : null}
        <ol className="divide-line divide-y text-sm">
          {tries.map((one) => (
            <li key={one.id} className="grid gap-1 py-2">
              <p>
                {formatDateTime(one.at)}, <Took ms={one.tookMs} />:{" "}
                <span
                  className={`font-semibold wrap-anywhere ${one.problem === null ? "text-good" : "text-bad"}`}
                >
                  {one.problem ?? `Answered ${one.status}`}
                </span>
              </p>
              {one.answer ? <Code label="Answer">{one.answer}</Code> : null}
            </li>
          ))}
        </ol>
      </section>
      <section aria-labelledby="payload" className="mt-8 min-w-0">
        <div className="part-head">
          <h3 id="payload">Body</h3>
        </div>
        <Code label="Body">{JSON.stringify(JSON.parse(payload), null, 2)}</Code>
      </section>
    </SidePanel>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted">{title}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

const Took = ({ ms }: { ms: number }) => <>{ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}</>;

/** It wraps, so that it needs no scrolling sideways. */
const Code = ({ label, children }: { label: string; children: string }) => (
  <pre
    role="group"
    aria-label={label}
    className="bg-sunken rounded-md p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere"
  >
    {children}
  </pre>
);
