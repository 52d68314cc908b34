import { Link } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { formatDateTime } from "~/domain/kit/dates";
import { modesOf } from "~/domain/book-files/pictures/picture-modes";
import { type ImportRun, isRunning } from "~/domain/book-files/runs/import-run";
import type { Column } from "~/ui/admin/lists/data-table";
import { countsInWords, rows } from "./import-words";
import { StatusMark } from "./status-mark";

export const HISTORY_COLUMNS: Column<ImportRun>[] = [
  {
    title: "File",
    cell: ({ id, fileName }) => (
      <Link to={`/admin/imports/${id}`} className="row-link wrap-anywhere" dir="auto">
        {fileName}
      </Link>
    ),
    className: "min-w-40 max-w-80 @max-4xl:max-w-full @max-4xl:basis-full",
  },
  { title: "Uploaded", cell: ({ createdAt }) => formatDateTime(createdAt), className: "whitespace-nowrap" },
  { title: "By", label: "By", cell: ({ who }) => <bdi>{who}</bdi>, className: "min-w-28" },
  {
    title: "Mode",
    cell: ({ kind, format, mode }) =>
      kind === "edit" ? "A change of many books" : mode === null ? null : modesOf(format)[mode],
    className: "min-w-40 @max-4xl:order-1 @max-4xl:basis-full",
  },
  {
    title: "Books",
    cell: (run) => <Counts {...run} />,
    className: "min-w-40 tabular-nums @max-4xl:order-1 @max-4xl:basis-full",
  },
  { title: "State", cell: (run) => <StatusMark run={run} />, className: "min-w-28" },
];

function Counts(run: ImportRun) {
  const { done, total } = run.progress;
  if (isRunning(run.status) && total !== null) return `${formatCount(done)} of ${rows(run, total)}`;
  return run.counts.rows === 0 ? null : countsInWords(run);
}
