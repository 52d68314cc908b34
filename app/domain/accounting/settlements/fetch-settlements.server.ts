import type { Db } from "~/db/database.server";
import { formatCount } from "~/domain/kit/counts";
import { type Gateway, GatewayError, type GatewaySettled } from "~/domain/sales/gateways/gateway.server";
import { type Period, periodInWords } from "../period";
import { readSettlements } from "./read-settlements.server";
import { ALL_SETTLEMENT_COLUMNS, MOST_SETTLEMENT_ROWS, SETTLEMENT_COLUMNS, type SettlementColumn } from "./settlement"; // oxfmt-ignore
import { type AddedSettlements, addSettlements } from "./settlements.server";

/** Half of what the service gives at most: with their notes its answers stay below a megabyte. */
const PAGE = 500;
const MOST_MS = 30_000;

/** A gateway that can be asked what it has settled. */
export type SettlingGateway = Gateway & Required<Pick<Gateway, "fetchSettled">>;

/** Whether a gateway can be asked so. */
export const isSettling = (gateway: Gateway): gateway is SettlingGateway =>
  gateway.fetchSettled !== undefined;

/** In this process: whoever asks meanwhile is told so. */
let isFetching = false;

/**
 * Asks the payment service what it has settled in a month, and stores it as a report that was uploaded: the same again changes
 * nothing. Not for use inside a transaction. At most 40,000 rows in 30 seconds, one month at a time.
 * @param given.most milliseconds @returns as `addSettlements`; or why nothing is stored
 */
export async function fetchSettlements(
  db: Db,
  { gateway, period, staffId, most = MOST_MS }: {
    gateway: SettlingGateway;
    period: Period & { month: string };
    staffId: number;
    most?: number;
  }, // oxfmt-ignore
): Promise<AddedSettlements> {
  const refused = (message: string): AddedSettlements => ({ ok: false, message });
  if (isFetching) return refused("Settlements are being fetched just now. Please wait until that is done");
  isFetching = true;
  try {
    const rows = await settledIn(gateway, period.month, performance.now() + most);
    if (typeof rows === "string") return refused(rows);
    if (rows.length === 0) return refused(`Nothing was settled in ${periodInWords(period)}`);
    const read = readSettlements(tableOf(rows));
    if (!read.ok) return refused(read.message);
    return await addSettlements(db, { ...read, staffId });
  } catch (error) {
    if (error instanceof GatewayError) return refused(error.message);
    throw error;
  } finally {
    isFetching = false;
  }
}

/** All rows of a month; a sentence: there are too many, or it takes too long. */
async function settledIn(
  gateway: SettlingGateway,
  month: string,
  until: number,
): Promise<GatewaySettled[] | string> {
  const rows: GatewaySettled[] = [];
  for (;;) {
    const page = await gateway.fetchSettled({ month, skip: rows.length, count: PAGE });
    rows.push(...page);
    if (page.length < PAGE) return rows;
    if (rows.length >= MOST_SETTLEMENT_ROWS)
      return `The month has more than ${formatCount(MOST_SETTLEMENT_ROWS)} rows. Please upload its reports, a few days in each`;
    if (performance.now() > until)
      return "The payment service takes too long. Try again later, or upload its report";
  }
}

const CELLS: Record<SettlementColumn, (row: GatewaySettled) => string> = {
  entity: ({ entity }) => entity,
  kind: ({ kind }) => kind,
  debit: ({ debit }) => rupees(debit),
  credit: ({ credit }) => rupees(credit),
  amount: ({ amount }) => rupees(amount),
  fee: ({ fee }) => rupees(fee),
  tax: ({ tax }) => rupees(tax),
  settlement: ({ settlement }) => settlement?.id ?? "",
  settledOn: ({ settlement }) => String(settlement?.settledAt ?? ""),
  utr: ({ settlement }) => settlement?.utr ?? "",
};

const rupees = (paise: number) => (paise / 100).toFixed(2);

/** The rows as a report has them, so that both are read alike. */
const tableOf = (rows: readonly GatewaySettled[]) =>
  [
    ALL_SETTLEMENT_COLUMNS.map((column) => SETTLEMENT_COLUMNS[column].headings[0] as string),
    ...rows.map((row) => ALL_SETTLEMENT_COLUMNS.map((column) => CELLS[column](row))),
  ].map((cells, at) => ({ row: at + 1, cells }));
