import { formatRupees } from "~/domain/money";

/** What is charged, and what it was before a sale. Both in paise. */
export function Price({
  price,
  salePrice,
  large = false,
}: {
  price: number;
  salePrice: number | null;
  large?: boolean;
}) {
  const size = large ? "text-2xl" : "";
  if (salePrice === null)
    return <span className={`font-semibold tabular-nums ${size}`}>{formatRupees(price)}</span>;
  return (
    <span className="inline-flex flex-wrap items-baseline gap-x-2 tabular-nums">
      <span className={`font-semibold ${size}`}>
        <span className="sr-only">Sale price </span>
        {formatRupees(salePrice)}
      </span>
      <span className="text-muted text-sm">
        <span className="sr-only">Price before </span>
        <s>{formatRupees(price)}</s>
      </span>
    </span>
  );
}
