import type { Db } from "~/db/database.server";
import type { AuditFields } from "~/domain/kit/audit/audit";
import { recordExport } from "~/domain/kit/audit/audit.server";
import { journalList } from "../journal/journal.server";
import { type Period, periodInName, periodInWords } from "../period";
import type { ExportedList } from "./export-list.server";
import { ACCOUNT_LISTS, type AccountList, FILE_FORMATS, type FileFormat } from "./exports";
import { customersList } from "./lists/customers-list.server";
import { documentsList } from "./lists/documents-list.server";
import { linesList } from "./lists/lines-list.server";
import { openList } from "./lists/open-list.server";
import { ordersList } from "./lists/orders-list.server";
import { paymentsList } from "./lists/payments-list.server";
import { refundsList } from "./lists/refunds-list.server";

const LISTS: Record<AccountList, ExportedList> = {
  orders: ordersList,
  lines: linesList,
  payments: paymentsList,
  refunds: refundsList,
  documents: documentsList,
  open: openList,
  customers: customersList,
  journal: journalList,
};

export interface AskedFile {
  list: AccountList;
  period: Period;
  format: FileFormat;
}

export type AccountFile =
  | { ok: true; filename: string; type: string; content: AsyncIterable<string | Uint8Array> }
  /** More rows than the format holds. */
  | { ok: false; message: string };

/**
 * One of the accountant's lists as a file, made while it is read. Who asked for it is in the audit log.
 * @param db.read may be the read connection
 */
export async function accountFile(
  db: { read: Db; write: Db },
  { list, period, format }: AskedFile,
  staffId: number,
): Promise<AccountFile> {
  const declared = LISTS[list];
  const message = await declared.tooLong(db.read, period, format);
  if (message) return { ok: false, message };
  await recordAccountExport(
    db.write,
    { title: ACCOUNT_LISTS[list].label, period, format: FILE_FORMATS[format].label },
    staffId,
  );
  return {
    ok: true,
    filename: `${list}-${periodInName(period)}.${format}`,
    type: FILE_FORMATS[format].type,
    content: declared.file(db.read, period, format),
  };
}

/** Records that somebody downloaded a file of the accounts. @param given.title of the list @param given.format e.g. "CSV" */
export async function recordAccountExport(
  db: Db,
  { title, period, format }: { title: string; period: Period; format: string },
  staffId: number,
): Promise<void> {
  const filters: AuditFields = { Days: periodInWords(period), Format: format };
  await recordExport(db, { staffId, list: `Accounts: ${title}`, filters });
}
