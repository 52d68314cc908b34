import { IMPORT_STATUS, type ImportStatus } from "~/domain/imports/runs/import-run";

const COLOURS: Partial<Record<ImportStatus, string>> = {
  imported: "text-good",
  failed: "text-bad",
};

/** Where an import stands, as a word. */
export const StatusMark = ({ status }: { status: ImportStatus }) => (
  <span className={`font-semibold whitespace-nowrap ${COLOURS[status] ?? ""}`}>{IMPORT_STATUS[status]}</span>
);
