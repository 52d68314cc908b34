const indian = new Intl.NumberFormat("en-IN");

/** A whole number as India writes it, e.g. "1,23,456". */
export function formatCount(count: number): string {
  return indian.format(count);
}
