import { formatRupees } from "~/domain/kit/money";
import type { AccountKey, AccountNames } from "./account-names";

/** Double entries of what happened, for Tally or any ledger. Paise; plain dates. */

/** Something that happened, with what it puts on accounts: debits above zero, credits below. They add up to zero. */
export interface Voucher {
  day: string;
  type: "Sales" | "Credit Note" | "Receipt" | "Journal" | "Payment" | "Contra";
  number: string;
  narration: string;
  /** The customer; "": none. */
  party: string;
  /** By the name of the account. */
  sums: ReadonlyMap<string, number>;
}

/** A line of a voucher. */
export interface Entry extends Omit<Voucher, "sums"> {
  account: string;
  debit: number;
  credit: number;
}

/** Sums by account; what is put on one twice is added. */
class Sums {
  readonly all = new Map<string, number>();
  constructor(readonly names: AccountNames) {}

  /** @param amount a debit above zero, a credit below @param rate of sales with tax, in hundredths of a per cent */
  put(key: AccountKey, amount: number, rate = 0): this {
    const account = this.names[key].replace("{rate}", String(rate / 100));
    const sum = (this.all.get(account) ?? 0) + amount;
    if (sum === 0) this.all.delete(account);
    else this.all.set(account, sum);
    return this;
  }
}

/** The entries of a voucher: debits first. */
export function entriesOf({ sums, ...voucher }: Voucher): Entry[] {
  const entries = [...sums].map(([account, sum]) => ({
    ...voucher,
    account,
    debit: Math.max(sum, 0),
    credit: Math.max(-sum, 0),
  }));
  return [...entries.filter(({ debit }) => debit > 0), ...entries.filter(({ debit }) => debit === 0)];
}

export interface JournalDocument {
  day: string;
  series: "invoice" | "credit_note" | "refund_note";
  number: string;
  orderId: number;
  party: string;
  /** Of a note: the number of the document that it lowers. */
  of: string | null;
  lines: JournalLine[];
}

export interface JournalLine {
  isDelivery: boolean;
  taxRate: number;
  discount: number;
  value: number;
  taxable: number;
  centralTax: number;
  stateTax: number;
  integratedTax: number;
}

/** A bill or an invoice: the customer owes its value. A note takes that back. */
export function documentVoucher(document: JournalDocument, names: AccountNames): Voucher {
  const sign = document.series === "invoice" ? 1 : -1;
  const sums = new Sums(names);
  for (const line of document.lines) {
    // Prices contain the tax, and so does the discount on them.
    const discount = Math.round((line.discount * 10_000) / (10_000 + line.taxRate));
    const key = line.isDelivery ? "delivery" : line.taxRate === 0 ? "salesExempt" : "salesTaxed";
    sums
      .put("customers", sign * line.value)
      .put("discount", sign * discount)
      .put(key, -sign * (line.taxable + discount), line.taxRate)
      .put("centralTax", -sign * line.centralTax)
      .put("stateTax", -sign * line.stateTax)
      .put("integratedTax", -sign * line.integratedTax);
  }
  const { day, number, orderId, party, of } = document;
  const narration = `Order #${orderId}${of === null ? "" : `, for ${of}`}`;
  return { day, type: sign > 0 ? "Sales" : "Credit Note", number, narration, party, sums: sums.all };
}

/** Money of a payment, or back from one. */
export interface JournalMoney {
  id: number;
  day: string;
  orderId: number;
  amount: number;
  party: string;
  /** As `payments.gateway`. */
  gateway: string;
  /** How it was paid, in words, with its reference. */
  how: string;
  /** The number of the carrier's list with which it came; null: with none. */
  listId: number | null;
}

/** Where money of this kind is. What books that came back cost was owed to the customer, until it paid the order sent for them. */
function placeOf({ gateway, listId }: Pick<JournalMoney, "gateway" | "listId">): AccountKey {
  if (gateway === "exchange") return "refunds";
  if (gateway === "cash") return listId === null ? "cash" : "carriers";
  return gateway === "transfer" ? "bank" : "gateway";
}

/** A payment that came. */
export const receiptVoucher = (money: JournalMoney, names: AccountNames): Voucher => ({
  ...voucherOf(money, `P${money.id}`),
  type: "Receipt",
  sums: new Sums(names).put(placeOf(money), money.amount).put("customers", -money.amount).all,
});

/** A refund that was asked for: it is owed to the customer. */
export const refundDueVoucher = (money: JournalMoney, names: AccountNames): Voucher => ({
  ...voucherOf(money, `D${money.id}`),
  type: "Journal",
  sums: new Sums(names).put("customers", money.amount).put("refunds", -money.amount).all,
});

/** A refund that was paid back. What a carrier brought, or books in exchange paid, is paid back from the bank. */
export function refundPaidVoucher(money: JournalMoney, names: AccountNames): Voucher {
  const place = placeOf(money);
  // Of an order in exchange staff pay it back by transfer.
  const from = place === "carriers" || place === "refunds" ? "bank" : place;
  const sums = new Sums(names).put("refunds", money.amount).put(from, -money.amount);
  return { ...voucherOf(money, `R${money.id}`), type: "Payment", sums: sums.all };
}

const voucherOf = ({ day, orderId, party, how }: JournalMoney, number: string) => ({
  day,
  number,
  narration: `Order #${orderId}, ${how}`,
  party,
});

/** What a carrier paid to the bank with one of its lists, on one day. */
export const remittanceVoucher = (
  { listId, day, name, amount }: { listId: number; day: string; name: string; amount: number },
  names: AccountNames,
): Voucher => ({
  day,
  type: "Contra",
  number: `L${listId}/${day}`,
  narration: `Carrier’s list ${name}`,
  party: "",
  sums: new Sums(names).put("bank", amount).put("carriers", -amount).all,
});

/** What a payment service paid to the bank at once. */
export interface JournalSettlement {
  day: string;
  number: string;
  utr: string;
  rows: { kind: string; fee: number; tax: number; debit: number; credit: number }[];
}

/** A settlement: payments less refunds leave the service, as money in the bank and as its fees. */
export function settlementVoucher(
  { day, number, utr, rows }: JournalSettlement,
  names: AccountNames,
): Voucher {
  const sums = new Sums(names);
  for (const { kind, fee, tax, debit, credit } of rows) {
    const net = credit - debit;
    sums
      .put("bank", net)
      .put("fees", fee - tax)
      .put("feeTax", tax)
      .put(kind === "payment" || kind === "refund" ? "gateway" : "adjustments", -(net + fee));
  }
  const narration = utr === "" ? "Settlement" : `Settlement, UTR ${utr}`;
  return { day, type: "Receipt", number, narration, party: "", sums: sums.all };
}

/** What a voucher lacks to be balanced; it never does. */
export const imbalanceOf = ({ sums }: Voucher): number =>
  [...sums.values()].reduce((all, sum) => all + sum, 0);

/** For an error: a voucher that is not balanced. */
export const imbalanceInWords = (voucher: Voucher): string =>
  `voucher ${voucher.number} is out of balance by ${formatRupees(imbalanceOf(voucher))}`;
