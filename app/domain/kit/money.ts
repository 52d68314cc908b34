const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });
const wholeRupees = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  maximumFractionDigits: 0,
});

/** @param paise integer paise @returns e.g. "₹1,23,456.00" */
export function formatRupees(paise: number): string {
  return rupees.format(paise / 100);
}

/**
 * An amount of any currency, such as a payment's. @param amount in the currency's smallest unit
 * @param currency its three letters, e.g. "INR" @returns e.g. "₹1,23,456.00" or "$3.00"
 */
export function formatAmount(amount: number, currency: string): string {
  if (currency === "INR" || !/^[A-Za-z]{3}$/.test(currency)) return formatRupees(amount);
  const format = new Intl.NumberFormat("en-IN", { style: "currency", currency });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** For filter chips and price ranges. @param paise integer paise @returns e.g. "₹1,234"; decimals only if not zero */
export function formatRupeesShort(paise: number): string {
  return paise % 100 === 0 ? wholeRupees.format(paise / 100) : rupees.format(paise / 100);
}

/** The sale badge (docs/specification.md §9): round((1 − salePrice/price) × 100). Both in paise. */
export function percentOff(price: number, salePrice: number): number {
  return price === 0 ? 0 : Math.round((1 - salePrice / price) * 100);
}

/** For the JSON API: rupees as a number with at most two decimals. @param paise integer paise */
export function toRupees(paise: number): number {
  return paise / 100;
}

/** Converts an amount of the JSON API to paise. @param rupees with at most two decimals */
export function toPaise(rupees: number): number {
  return Math.round(rupees * 100);
}
