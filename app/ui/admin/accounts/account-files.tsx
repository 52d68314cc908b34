import { Link } from "react-router";
import {
  ACCOUNT_LISTS,
  accountFilePath,
  ALL_ACCOUNT_LISTS,
  ALL_FILE_FORMATS,
  documentsFilePath,
  FILE_FORMATS,
  IN_ONE_PDF,
} from "~/domain/accounting/exports/exports";
import { IfMay } from "~/ui/admin/frame/rights";

const ABOUT: Record<keyof typeof ACCOUNT_LISTS, string> = {
  orders: "placed in these days, paid or not",
  lines: "each line with ISBN and title",
  payments: "that came in these days",
  refunds: "that went back in these days",
  documents: "bills, invoices and notes",
  open: "what is not settled at this moment, whatever the days",
  customers: "who got a document, with their sums",
  journal: "double entries for Tally or any ledger",
};

/** The lists of the period as files, for staff who may download. @param params of the period @param hasTax whether they have figures of tax */
export const AccountFiles = ({ params, hasTax }: { params: string; hasTax: boolean }) => (
  <IfMay right="exports">
    <section aria-labelledby="files-heading">
      <div className="part-head">
        <h2 id="files-heading">Lists as files</h2>
      </div>
      <dl className="border-line border-t">
        {ALL_ACCOUNT_LISTS.map((list) => (
          <div
            key={list}
            className="border-line flex flex-wrap items-baseline justify-between gap-x-6 border-b py-2"
          >
            <dt className="min-w-0">
              <span className="font-semibold">{ACCOUNT_LISTS[list].label}</span>{" "}
              <span className="text-muted text-sm">
                {list === "lines" && hasTax ? "each line with ISBN, HSN, rate and tax" : ABOUT[list]}
              </span>
            </dt>
            <dd className="flex gap-4">
              {ALL_FILE_FORMATS.map((format) => (
                <Link
                  key={format}
                  to={accountFilePath(list, format, params)}
                  reloadDocument
                  className="link py-1"
                  aria-label={`${ACCOUNT_LISTS[list].label} as ${FILE_FORMATS[format].label}`}
                >
                  {FILE_FORMATS[format].label}
                </Link>
              ))}
            </dd>
          </div>
        ))}
        <div className="border-line flex flex-wrap items-baseline justify-between gap-x-6 border-b py-2">
          <dt className="min-w-0">
            <span className="font-semibold">Documents to print</span>{" "}
            <span className="text-muted text-sm">
              as they were issued, by day. Of more than {IN_ONE_PDF} the PDF is a ZIP of PDFs with{" "}
              {IN_ONE_PDF} each
            </span>
          </dt>
          <dd className="flex gap-4">
            <Link to={documentsFilePath("pdf", params)} reloadDocument className="link py-1">
              One PDF
            </Link>
            <Link to={documentsFilePath("zip", params)} reloadDocument className="link py-1">
              ZIP of PDFs
            </Link>
          </dd>
        </div>
      </dl>
    </section>
  </IfMay>
);
