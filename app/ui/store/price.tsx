import { formatRupees } from "~/domain/kit/money";

/**
 * The price charged and, during a sale or for a member of a customer group, the regular price. All in paise.
 * @param yourPrice what this visitor pays, if it is not everybody's price
 */
export function Price({
  price,
  salePrice,
  yourPrice,
  large = false,
}: {
  price: number;
  salePrice: number | null;
  yourPrice?: number;
  large?: boolean;
}) {
  const look = large ? "price text-2xl" : "price";
  const isYours = yourPrice !== undefined && yourPrice < (salePrice ?? price);
  if (salePrice === null && !isYours) return <span className={look}>{formatRupees(price)}</span>;
  return (
    <>
      <span className={look}>
        {isYours ? <small>Your price </small> : <span className="sr-only">Sale price </span>}
        {formatRupees(isYours ? yourPrice : salePrice!)}
      </span>{" "}
      <span className="price-was">
        <span className="sr-only">{isYours ? "List price " : "Price before "}</span>
        <s>{formatRupees(price)}</s>
      </span>
    </>
  );
}
