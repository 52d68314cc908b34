import type { AuditFields } from "~/domain/kit/audit/audit";
import type { StaffFilters, StaffSort } from "~/domain/catalogue/books/staff/staff-books";
import type { ListSearch } from "~/domain/kit/listing/listing";

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

/** Whether a text from a URL is a format of exports. */
export const isExportFormat = (text: string | null): text is ExportFormat =>
  text !== null && Object.hasOwn(EXPORT_FORMATS, text);

/** What the list of books shows: search, filters and order. */
export type ExportedList = Pick<ListSearch<StaffSort>, "q" | "sort"> & StaffFilters;

/** The list's name in the audit log. */
export const EXPORTED_LIST = "Books";

/** What was exported, for the audit log. @param name of the author, tag … whose books these are */
export function listInWords(format: ExportFormat, list: ExportedList, name: string | null): AuditFields {
  const { q, lowStock, visibility, release, of } = list;
  return {
    Format: EXPORT_FORMATS[format].label,
    ...(q && { Search: q }),
    ...(lowStock && { Stock: "Low" }),
    ...(visibility && { Visibility: visibility === "hidden" ? "Hidden" : "Visible" }),
    ...(release && { Release: release === "coming" ? "Forthcoming" : "Overdue" }),
    ...(of && { [of.entity.label]: name ?? `#${of.id}` }),
  };
}
