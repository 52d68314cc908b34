import type { Db } from "~/db/database.server";
import type { DocumentFile } from "~/domain/sales/documents/document-parts.server";
import { hasAccount } from "~/domain/sales/trade/on-account.server";
import { payeeRows } from "~/domain/sales/transfers/transfers";
import { readSettings } from "~/domain/shop/settings/settings.server";
import { transferDetails } from "~/domain/shop/settings/transfer";
import type { MakePdf } from "~/platform/pdf/pdf.server";
import type { Period } from "../period";
import type { AccountStatement } from "./statement";
import { readAccountStatement } from "./statement.server";
import { statementPdf } from "./statement-pdf.server";

/**
 * A customer's own account, and where their money goes, line by line (none: the shop does not say).
 * @returns null: they do not buy on account, and never did
 */
export async function readOwnStatement(
  db: Db,
  accountId: number,
  period: Period,
): Promise<(AccountStatement & { pay: [string, string][] }) | null> {
  const [isOnAccount, account, settings] = await Promise.all([
    hasAccount(db, accountId),
    readAccountStatement(db, accountId, period),
    readSettings(db),
  ]);
  const details = transferDetails(settings);
  return isOnAccount ? { ...account, pay: details ? payeeRows(details) : [] } : null;
}

/** The same as a PDF. `not_found`: they do not buy on account. */
export async function ownStatementPdf(
  db: Db,
  of: { accountId: number; period: Period },
  make: MakePdf,
): Promise<DocumentFile> {
  if (!(await hasAccount(db, of.accountId))) return { ok: false, reason: "not_found" };
  return statementPdf(db, of, { make });
}
