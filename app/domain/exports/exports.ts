/** What a list of books can be exported as. */
export const EXPORT_FORMATS = {
  csv: { label: "CSV", type: "text/csv; charset=utf-8", ending: "csv" },
  xlsx: {
    label: "Excel (XLSX)",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ending: "xlsx",
  },
  onix: { label: "ONIX 3.0", type: "application/xml; charset=utf-8", ending: "xml" },
} as const;

export type ExportFormat = keyof typeof EXPORT_FORMATS;

export const ALL_EXPORT_FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormat[];

export const isExportFormat = (text: string | null): text is ExportFormat =>
  text !== null && Object.hasOwn(EXPORT_FORMATS, text);
