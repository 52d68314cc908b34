/** The accountant's lists as files: their names and forms. Browser-safe. */

/** The lists, with their titles; `personal` ones name buyers, so that the page asks for a recent proof. */
export const ACCOUNT_LISTS = {
  orders: { label: "Orders", personal: true },
  lines: { label: "Lines of documents", personal: false },
  payments: { label: "Payments", personal: false },
  refunds: { label: "Refunds", personal: false },
  documents: { label: "Documents", personal: true },
  open: { label: "Open now", personal: true },
  customers: { label: "Customers", personal: true },
  journal: { label: "Journal", personal: true },
} as const;

export type AccountList = keyof typeof ACCOUNT_LISTS;

export const ALL_ACCOUNT_LISTS = Object.keys(ACCOUNT_LISTS) as AccountList[];

/** Those of the API; customers have calls of their own. */
export const API_ACCOUNT_LISTS = [
  "orders",
  "lines",
  "payments",
  "refunds",
  "documents",
  "open",
] as const satisfies AccountList[];

/** Narrows a part of an address to a list. */
export const isAccountList = (text: string | undefined): text is AccountList =>
  text !== undefined && Object.hasOwn(ACCOUNT_LISTS, text);

export const FILE_FORMATS = {
  csv: { label: "CSV", type: "text/csv; charset=utf-8" },
  xlsx: {
    label: "Excel (XLSX)",
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  },
} as const;

export type FileFormat = keyof typeof FILE_FORMATS;

export const ALL_FILE_FORMATS = Object.keys(FILE_FORMATS) as [FileFormat, ...FileFormat[]];

/** Narrows a text of an address to a format. */
export const isFileFormat = (text: string | null): text is FileFormat =>
  text !== null && Object.hasOwn(FILE_FORMATS, text);

/** The address of a list as a file. @param params as `periodParams` makes them */
export const accountFilePath = (list: AccountList, format: FileFormat, params: string): string =>
  `/admin/accounts/export/${list}?${params}&format=${format}`;

/** All documents of a period to print: one PDF, or a ZIP with one for each. */
export const DOCUMENT_FILES = { pdf: "PDF", zip: "ZIP of PDFs" } as const;

/** The most documents that one PDF holds: the typesetter takes 300 MB for them. Of more there are several, in a ZIP. */
export const IN_ONE_PDF = 75;
/** The most documents of one file: of more the days are named to take one after the other. */
export const MOST_DOCUMENTS = 20_000;

export type DocumentFiles = keyof typeof DOCUMENT_FILES;

/** Narrows a text of an address. */
export const isDocumentFiles = (text: string | null): text is DocumentFiles =>
  text !== null && Object.hasOwn(DOCUMENT_FILES, text);

/** Where they are. @param params as `periodParams` makes them */
export const documentsFilePath = (as: DocumentFiles, params: string): string =>
  `/admin/accounts/documents?${params}&as=${as}`;
