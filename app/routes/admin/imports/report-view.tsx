import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import type { PlanOutcome } from "~/domain/book-files/plan/plan";
import type { ImportRun } from "~/domain/book-files/runs/import-run";
import { DataTable } from "~/ui/admin/lists/data-table";
import { ListFooter } from "~/ui/admin/lists/list-controls";
import { FetchesView } from "./fetches-view";
import type { ImportAnswer } from "./import-answer";
import type { Report } from "./import-data.server";
import { OUTCOMES, WORDS } from "./import-words";
import { LongNames } from "./mapping/long-names";
import { MissingNames } from "./mapping/missing-names";
import { Questions } from "./mapping/questions";
import { reportColumns } from "./report-columns";

interface ReportViewProps {
  run: ImportRun;
  report: Report;
  /** The refused form of short names. */
  answer?: ImportAnswer;
  /** The refused form of questions. */
  answers?: ImportAnswer;
}

/** What an import would do, or has done, row by row, with the names that it creates. */
export function ReportView({ run, report, answer, answers }: ReportViewProps) {
  const { list, names, fetches, outcome, isLeft } = report;
  const isPlanned = run.status === "planned";
  return (
    <div className="grid grid-cols-1 gap-8">
      {fetches ? <FetchesView fetches={fetches} /> : null}
      {isPlanned ? <Questions run={run} answer={answers} /> : null}
      {isPlanned && names.tooLong.length > 0 ? <LongNames run={run} names={names} answer={answer} /> : null}
      {isPlanned && names.missing.length > 0 ? (
        <MissingNames kind={run.kind} missing={names.missing} />
      ) : null}
      <section aria-labelledby="report" className="min-w-0">
        <div className="part-head">
          <h2 id="report">{WORDS[run.kind].report}</h2>
          {run.counts.refused > 0 ? (
            <Link to={`/admin/imports/${run.id}/refused`} reloadDocument className="link text-sm">
              {run.kind === "pictures" ? "Download the list of refused files" : "Download the refused rows"}
            </Link>
          ) : null}
        </div>
        <Filters run={run} outcome={outcome} isLeft={isLeft} />
        <DataTable
          label={WORDS[run.kind].report}
          columns={reportColumns(run)}
          rows={list.rows}
          rowKey={({ row, reference }) => `${row} ${reference ?? ""}`}
          empty="No such rows"
          stacks
          isTall
        />
        <ListFooter list={list} />
      </section>
    </div>
  );
}

/** The rows by what becomes of them: links, since each is a page. */
function Filters({
  run: { counts, notUndone },
  outcome,
  isLeft,
}: { run: ImportRun } & Pick<Report, "outcome" | "isLeft">) {
  const tab = (to: string, label: string, count: number, isCurrent: boolean) => (
    <Link key={label} to={to} preventScrollReset aria-current={isCurrent ? "true" : undefined}>
      {label} {formatCount(count)}
    </Link>
  );
  return (
    <nav aria-label="Rows" className="tabs mb-3!">
      {tab("?", "All", counts.rows, outcome === null && !isLeft)}
      {(Object.keys(OUTCOMES) as PlanOutcome[]).map((one) =>
        tab(`?outcome=${one}`, OUTCOMES[one], counts[one], outcome === one && !isLeft),
      )}
      {notUndone > 0 ? tab("?left=1", "Not undone", notUndone, isLeft) : null}
    </nav>
  );
}
