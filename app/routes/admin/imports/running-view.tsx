import { Form, Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import { useReloadWhile } from "~/ui/admin/frame/use-reload-while";
import { Live } from "~/ui/frame/live";
import { Button } from "~/ui/kit/button";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { countsInWords, rows, WORDS } from "./import-words";

/** An import that goes on in the background, with how far it is. Where scripts run it follows by itself. */
export function RunningView({ run }: { run: ImportRun }) {
  useReloadWhile(true);
  const words = WORDS[run.kind];
  const does = words[run.status as "planning" | "importing" | "undoing"];
  const cancel =
    { planning: "Cancel the Check", undoing: "Stop Undoing" }[run.status as "planning"] ?? words.cancel;
  const isCancelling = useIsSending("cancel");
  const { done, total } = run.progress;
  const far = total === null ? `${rows(run, done)} so far` : `${formatCount(done)} of ${rows(run, total)}`;
  // Of an import that runs, the counts are those of the whole report.
  const counts = run.status === "planning" ? countsInWords(run) : "";
  return (
    <div className="grid max-w-xl grid-cols-1 gap-4">
      <p>{does}</p>
      <div className="grid gap-1">
        <progress
          aria-label="Progress"
          className="progress-done"
          {...(total !== null && { max: Math.max(total, 1), value: Math.min(done, total) })}
        />
        <p className="tabular-nums">
          {far}
          {counts ? <span className="text-muted"> · {counts}</span> : null}
        </p>
        {total === null ? null : <Live text={tenths(done, total)} />}
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Form method="post" action="?" preventScrollReset>
          <Button name="intent" value="cancel" variant="quiet" size="sm" isBusy={isCancelling}>
            {cancel}
          </Button>
        </Form>
        <Link to="?" className="link no-js">
          Refresh
        </Link>
      </div>
    </div>
  );
}

/** Announced in steps of ten per cent, not at every look. */
const tenths = (done: number, total: number) =>
  `${total === 0 ? 100 : Math.floor((done / total) * 10) * 10} per cent done`;
