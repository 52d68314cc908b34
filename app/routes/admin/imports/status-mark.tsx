import { type ImportRun, type ImportStatus, statusWord } from "~/domain/book-files/runs/import-run";

const COLOURS: Partial<Record<ImportStatus, string>> = {
  imported: "text-good",
  failed: "text-bad",
};

/** Where an import stands, as a word. */
export const StatusMark = ({ run }: { run: Pick<ImportRun, "kind" | "status"> }) => (
  <span className={`font-semibold whitespace-nowrap ${COLOURS[run.status] ?? ""}`}>{statusWord(run)}</span>
);
