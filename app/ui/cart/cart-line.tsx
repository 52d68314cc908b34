import { bookPath } from "~/domain/catalogue/book-address";
import { Form, Link, useNavigation } from "react-router";
import { type CartLine, problemMessage } from "~/domain/cart/cart";
import { formatRupees } from "~/domain/money";
import { Cover } from "~/ui/store/cover";
import { Price } from "~/ui/store/price";
import { Release } from "~/ui/store/release";
import { useCopies } from "./cart-changes";
import { CopiesStepper } from "./copies-stepper";

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
        <p className="text-sm">
          <Price price={line.price} salePrice={line.salePrice} />
        </p>
        <Release forthcoming={line.forthcoming} />
        {line.problem ? <p className="text-bad font-semibold">{problemMessage(line.problem, line)}</p> : null}
        {line.problem && !isGone ? <ReduceToLimit line={line} /> : null}
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
function ReduceToLimit({ line: { itemId, quantity, most, title } }: { line: CartLine }) {
  return (
    <Form method="post" action="/cart" preventScrollReset>
      <input type="hidden" name="itemId" value={itemId} />
      <input type="hidden" name="was" value={quantity} />
      <input type="hidden" name="quantity" value={most} />
      <button type="submit" name="intent" value="update" className="btn btn-quiet btn-sm">
        Change to {most === 1 ? "1 copy" : `${most} copies`}
        <span className="sr-only">: {title}</span>
      </button>
    </Form>
  );
}

function LineFields({ line: { itemId, quantity } }: { line: CartLine }) {
  return (
    <>
      <input type="hidden" name="itemId" value={itemId} />
      <input type="hidden" name="was" value={quantity} />
    </>
  );
}
