import { z } from "zod";
import { STAFF_SORTS } from "~/domain/catalogue/books/staff/staff-books";
import { MAX_TERM, searchTerm } from "~/domain/kit/listing/listing";
import { ALL_EXPORT_FORMATS, type ExportedList, type ExportFormat } from "./exports";

/** The query of the API's export: format and list. Without a filter it is all books. */
export const exportQuery = z.object({
  format: z
    .enum(ALL_EXPORT_FORMATS as [ExportFormat, ...ExportFormat[]])
    .default("csv")
    .meta({
      description: "csv and xlsx have the columns of an import; onix is ONIX 3.0 with reference tags.",
    }),
  searchText: z.string().max(MAX_TERM).default(""),
  visibility: z.enum(["visible", "hidden"]).optional().meta({ description: "Left out: both." }),
  stock: z.literal("low").optional().meta({ description: "low: at or below the low-stock mark." }),
  sortField: z.enum(STAFF_SORTS).optional().meta({ description: "Left out: the newest first." }),
  orderdir: z.enum(["asc", "desc"]).default("asc").meta({ description: "Together with sortField." }),
});

/** What the query asks for. */
export function askedExport(query: z.output<typeof exportQuery>): {
  format: ExportFormat;
  list: ExportedList;
} {
  const { format, searchText, visibility, stock, sortField, orderdir } = query;
  return {
    format,
    list: {
      q: searchTerm(searchText),
      visibility: visibility ?? null,
      lowStock: stock === "low",
      sort: sortField ? { field: sortField, direction: orderdir } : null,
    },
  };
}
