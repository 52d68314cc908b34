import { Form, useSearchParams } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { formatDateTime } from "~/domain/kit/dates";
import { type ImportRun, REPORT_DAYS } from "~/domain/book-files/runs/import-run";
import { listHref } from "~/domain/kit/listing/listing";
import { Button, ButtonLink } from "~/ui/kit/button";
import { Notice } from "~/ui/kit/notice";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { FileHints } from "./mapping/layout-view";
import { countsInWords, rows, things, whatItWillDo, WORDS } from "./import-words";

/** What has become of an import that is not at work, and what can be done with it. */
export function ImportState({ run }: { run: ImportRun }) {
  const [params] = useSearchParams();
  const isBusy = useIsSending("import");
  const link = (changes: Parameters<typeof listHref>[1], label: string) => (
    <ButtonLink to={listHref(params, changes)} preventScrollReset variant="quiet" size="sm">
      {label}
    </ButtonLink>
  );
  const isBegun = run.startedAt !== null;
  const words = WORDS[run.kind];
  return (
    <div className="mb-8 grid max-w-3xl grid-cols-1 gap-4">
      <ImportSentences run={run} />
      {run.status === "planned" ? <FileHints hints={run.hints} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        {run.can.import ? (
          <Form method="post" action="?" preventScrollReset>
            <Button name="intent" value="import" isBusy={isBusy}>
              {isBegun ? words.resume : words.start}
            </Button>
          </Form>
        ) : null}
        {run.can.plan ? (
          <ButtonLink to="?mapping=1" variant="quiet" size="sm">
            {run.kind === "pictures" ? "Change the Options" : "Change the Mapping"}
          </ButtonLink>
        ) : null}
        {run.can.undo ? link({ confirm: `undo-${run.id}` }, words.undo) : null}
        {run.can.delete ? link({ confirm: `delete-${run.id}` }, "Discard") : null}
      </div>
    </div>
  );
}

/** What has become of it, in sentences; nothing for one that was only uploaded. */
export function ImportSentences({ run }: { run: ImportRun }) {
  const { status, problem, written, undone, notUndone, progress } = run;
  const { it, done } = WORDS[run.kind];
  const isBegun = run.startedAt !== null;
  const far =
    progress.total === null ? "" : ` after ${formatCount(progress.done)} of ${rows(run, progress.total)}`;
  switch (status) {
    case "planned":
      return <p className="max-w-prose">{whatItWillDo(run)} Nothing is written yet.</p>;
    case "failed":
      return (
        <Notice kind="error" isSilent>
          <p>{problem ?? "The file could not be read."}</p>
          <p>{isBegun ? `The ${it} stopped${far}. ${stays(run, written)}` : "Nothing was written."}</p>
        </Notice>
      );
    case "cancelled":
      if (!isBegun) return <Notice isSilent>The check was cancelled. Nothing was written.</Notice>;
      return <Notice isSilent>{`The ${it} was cancelled${far}. ${stays(run, written - undone)}`}</Notice>;
    case "imported":
      return (
        <>
          <Notice kind="success" isSilent>
            {countsInWords(run) ? `${done}: ${countsInWords(run)}.` : `${done}. No book was changed.`}
            {notUndone + undone > 0 ? ` ${undoneWords(run)}` : ""}
          </Notice>
          <Kept run={run} />
        </>
      );
    case "undone":
      return <Notice isSilent>{undoneWords(run)}</Notice>;
    default:
      return null;
  }
}

const stays = (run: ImportRun, written: number) =>
  written === 0 ? "No book was changed." : `What it wrote stays: ${things(run, written)}.`;

function undoneWords(run: ImportRun): string {
  const { kind, undone, notUndone } = run;
  const isPictures = kind === "pictures";
  const are = undone === 1 ? "is" : "are";
  const back = isPictures
    ? `${things(run, undone)} ${are} taken back.`
    : `${things(run, undone)} ${are} as before the ${WORDS[kind].it}.`;
  if (notUndone === 0) return back;
  return `${back} ${things(run, notUndone)} had changed since and ${notUndone === 1 ? "was" : "were"} left.`;
}

function Kept({ run }: { run: ImportRun }) {
  if (run.endedAt === null) return null;
  const until = `The report is kept for ${REPORT_DAYS} days, and the last import or change can be undone as long.`;
  return (
    <p className="text-muted text-sm">
      {formatDateTime(run.endedAt)}. {run.hasReport ? until : "The report is no longer kept."}
    </p>
  );
}
