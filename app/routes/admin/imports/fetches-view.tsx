import { Form, Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import type { PictureFetches } from "~/domain/book-files/fetches/picture-fetches";
import { useReloadWhile } from "~/ui/admin/frame/use-reload-while";
import { Live } from "~/ui/frame/live";
import { Button } from "~/ui/kit/button";
import { useIsSending } from "~/ui/kit/use-is-sending";

/** What has become of the pictures that a file named by address. Where scripts run it follows by itself. */
export function FetchesView({ fetches }: { fetches: PictureFetches }) {
  const { waiting, done, refused, stopped, problems } = fetches;
  useReloadWhile(waiting > 0);
  const isStopping = useIsSending("stop-fetches");
  const total = waiting + done + refused + stopped;
  const parts = [
    `${formatCount(done)} of ${formatCount(total)} fetched`,
    waiting > 0 && `${formatCount(waiting)} to go`,
    refused > 0 && `${formatCount(refused)} could not be fetched`,
    stopped > 0 && `${formatCount(stopped)} not fetched, since fetching was stopped`,
  ].filter(Boolean);
  return (
    <section aria-labelledby="fetches" className="max-w-3xl min-w-0">
      <div className="part-head">
        <h2 id="fetches">Pictures from the internet</h2>
        {waiting > 0 ? (
          <Link to="?" className="link no-js text-sm">
            Refresh
          </Link>
        ) : null}
      </div>
      <p className="tabular-nums">{parts.join("; ")}.</p>
      <Live text={waiting > 0 ? "" : parts.join("; ")} />
      {waiting > 0 ? (
        <Form method="post" action="?" preventScrollReset className="mt-3">
          <Button name="intent" value="stop-fetches" variant="quiet" size="sm" isBusy={isStopping}>
            Stop Fetching Pictures
          </Button>
        </Form>
      ) : stopped > 0 ? (
        <p className="text-muted text-sm">To fetch them after all, import the file again.</p>
      ) : null}
      {problems.length > 0 ? (
        <details className="border-line mt-4 border-t py-1" open={problems.length <= 5}>
          <summary className="min-h-9 cursor-pointer py-1.5 font-semibold">Could not be fetched</summary>
          <ul className="grid gap-2 text-sm">
            {problems.map(({ bookId, title, address, problem }) => (
              <li key={`${bookId} ${address}`}>
                <Link to={`/admin/products?cover=${bookId}`} className="link" dir="auto">
                  {title}
                </Link>
                : {problem} <span className="text-muted block wrap-anywhere">{address}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}
