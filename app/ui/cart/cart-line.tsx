import { bookPath } from "~/domain/catalogue/books/book-address";
import { Form, Link, useNavigation } from "react-router";
import { type CartLine, isAtLimit, problemMessage } from "~/domain/sales/cart/cart";
import { formatRupees } from "~/domain/kit/money";
import { Cover } from "~/ui/store/cover";
import { LargeOrder } from "~/ui/store/book/large-order";
import { Price } from "~/ui/store/price";
import { Release } from "~/ui/store/book/release";
import { useCopies } from "./cart-changes";
import { CopiesStepper } from "./copies-stepper";
import { LineFields } from "./line-fields";

/** One book in the cart, with its own small forms, which all work without scripts. */
export function CartLineRow({ line, priority }: { line: CartLine; priority: boolean }) {
  const { itemId, title } = line;
  const navigation = useNavigation();
  const { copies, isBusy, ask } = useCopies(line);
  const isLeaving = navigation.formData?.get("itemId") === String(itemId);
  // A book that cannot be ordered at all has no price and no quantity: it can only be removed or saved.
  const isGone = line.problem === "unavailable" || line.problem === "out_of_stock";
  return (
    <li aria-busy={isLeaving || undefined} className="cart-line settles">
      <div className={`book-cover ${isGone ? "opacity-60 grayscale" : ""}`}>
        <Cover cover={line.cover} title={title} width={160} sizes="6.5rem" priority={priority} />
      </div>
      <div className="text grid min-w-0 content-start gap-1">
        <h2 dir="auto" className="text-lg">
          {line.problem === "unavailable" ? (
            title
          ) : (
            <Link
              to={bookPath({ id: line.bookId, title: line.title })}
              className="hover:text-accent underline-offset-3 hover:underline"
            >
              {title}
            </Link>
          )}
        </h2>
        {line.authors.length > 0 ? (
          <p dir="auto" className="text-muted text-sm">
            {line.authors.join(", ")}
          </p>
        ) : null}
        {/* Of one copy the sum is the price. */}
        {copies === 1 && !isGone && line.unitPrice === line.price ? null : (
          <p className="text-sm">
            <Price price={line.price} salePrice={line.salePrice} yourPrice={line.unitPrice} />
          </p>
        )}
        <Release forthcoming={line.forthcoming} />
        {line.problem ? <p className="text-bad font-semibold">{problemMessage(line.problem, line)}</p> : null}
        {line.problem && !isGone ? <ReduceToLimit line={line} /> : null}
        {isAtLimit(line) ? <LargeOrder bookId={line.bookId} most={line.most} /> : null}
      </div>
      {isGone ? null : (
        <>
          <p aria-busy={isBusy || undefined} className="sum settles font-semibold tabular-nums">
            <span className="sr-only">Together </span>
            {formatRupees(line.lineTotal)}
          </p>
          <div className="copies">
            <CopiesStepper line={line} copies={copies} ask={ask} />
          </div>
        </>
      )}
      <div className="line-actions">
        <Form method="post" action="/cart/saved" preventScrollReset>
          <LineFields line={line} />
          <button type="submit" name="intent" value="save" className="btn btn-plain btn-sm">
            Save for later<span className="sr-only">: {title}</span>
          </button>
        </Form>
        <Form method="post" action="/cart" preventScrollReset>
          <LineFields line={line} />
          <button type="submit" name="intent" value="remove" className="btn btn-plain btn-sm">
            Remove<span className="sr-only">: {title}</span>
          </button>
        </Form>
      </div>
    </li>
  );
}

/** For too many copies: one press changes to as many as can be ordered. */
function ReduceToLimit({ line }: { line: CartLine }) {
  const { most, title } = line;
  return (
    <Form method="post" action="/cart" preventScrollReset>
      <LineFields line={line} />
      <input type="hidden" name="quantity" value={most} />
      <button type="submit" name="intent" value="update" className="btn btn-quiet btn-sm">
        Change to {most === 1 ? "1 copy" : `${most} copies`}
        <span className="sr-only">: {title}</span>
      </button>
    </Form>
  );
}
