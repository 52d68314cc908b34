import type { Settings } from "./settings";

/** Where customers transfer money to, if the shop takes transfers: to a bank account, to a UPI id, or to either. */
export interface TransferDetails {
  /** Who holds the account. */
  name: string;
  bank: { account: string; ifsc: string } | null;
  upi: string | null;
  /** Days in which an order is paid. */
  days: number;
}

type TransferSettings = Pick<
  Settings,
  "transferOn" | "transferName" | "transferAccount" | "transferIfsc" | "transferUpi" | "transferDays"
>;

export const OF_TRANSFERS: readonly string[] = [
  "transferOn",
  "transferName",
  "transferAccount",
  "transferIfsc",
  "transferUpi",
] satisfies (keyof TransferSettings)[];

/** @returns null while the shop takes no transfers */
export function transferDetails(settings: TransferSettings): TransferDetails | null {
  return settings.transferOn === "yes" ? detailsOf(settings) : null;
}

/** Where the money goes, also of orders that wait since before transfers were switched off; null: nowhere is said. */
export function detailsOf(settings: TransferSettings): TransferDetails | null {
  const { transferName: name, transferAccount: account, transferIfsc: ifsc, transferUpi: upi } = settings;
  const bank = account && ifsc ? { account, ifsc } : null;
  return name && (bank || upi) ? { name, bank, upi: upi || null, days: settings.transferDays } : null;
}

/** What is missing before transfers can be taken, by setting. */
export function transferProblems(
  settings: TransferSettings,
): Partial<Record<keyof TransferSettings, string>> {
  const { transferOn, transferName, transferAccount, transferIfsc, transferUpi } = settings;
  const problems: Partial<Record<keyof TransferSettings, string>> = {};
  if (transferAccount && !transferIfsc)
    problems.transferIfsc = "Please enter the IFSC of the account's branch";
  if (transferIfsc && !transferAccount) problems.transferAccount = "Please enter the account's number too";
  if (transferOn === "no") return problems;
  if (!transferName) problems.transferName = "Please enter who holds the account";
  if (!transferAccount && !transferIfsc && !transferUpi)
    problems.transferUpi = "Please enter a UPI id, or an account with its IFSC";
  return problems;
}
