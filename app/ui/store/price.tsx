import { formatRupees } from "~/domain/kit/money";

/** The price charged and, during a sale, the regular price. Both in paise. */
export function Price({
  price,
  salePrice,
  large = false,
}: {
  price: number;
  salePrice: number | null;
  large?: boolean;
}) {
  const look = large ? "price text-2xl" : "price";
  if (salePrice === null) return <span className={look}>{formatRupees(price)}</span>;
  return (
    <>
      <span className={look}>
        <span className="sr-only">Sale price </span>
        {formatRupees(salePrice)}
      </span>{" "}
      <span className="price-was">
        <span className="sr-only">Price before </span>
        <s>{formatRupees(price)}</s>
      </span>
    </>
  );
}
