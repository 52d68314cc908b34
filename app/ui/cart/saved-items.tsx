import { bookPath } from "~/domain/catalogue/books/book-address";
import { Form, Link, useNavigation } from "react-router";
import { problemMessage } from "~/domain/sales/cart/cart";
import type { SavedItem } from "~/domain/sales/cart/saved-items";
import { Button } from "~/ui/kit/button";
import { Cover } from "~/ui/store/cover";
import { Price } from "~/ui/store/price";
import { Release } from "~/ui/store/book/release";

/** The books saved for later, below the cart. Renders nothing when there are none. */
export function SavedItems({ items }: { items: SavedItem[] }) {
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="saved-for-later" className="mt-14">
      <h2 id="saved-for-later" className="border-line border-b pb-3 text-2xl">
        Saved for later
      </h2>
      <ul className="divide-line divide-y">
        {items.map((item) => (
          <SavedRow key={item.bookId} item={item} />
        ))}
      </ul>
    </section>
  );
}

function SavedRow({ item }: { item: SavedItem }) {
  const { formAction, formData } = useNavigation();
  const isBusy = formAction === "/cart/saved" && formData?.get("bookId") === String(item.bookId);
  const isGone = item.problem === "unavailable" || item.problem === "out_of_stock";
  const isHidden = item.problem === "unavailable";
  return (
    <li
      aria-busy={isBusy || undefined}
      className="settles grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-4 gap-y-3 py-5 sm:grid-cols-[3.5rem_minmax(0,1fr)_auto] sm:items-center"
    >
      <div className={`book-cover self-start ${isGone ? "opacity-60 grayscale" : ""}`}>
        <Cover cover={item.cover} title={item.title} width={160} sizes="3.5rem" />
      </div>
      <div className="grid min-w-0 content-start gap-1">
        <h3 dir="auto" className="text-lg">
          {isHidden ? (
            item.title
          ) : (
            <Link
              to={bookPath({ id: item.bookId, title: item.title })}
              className="hover:text-accent underline-offset-3 hover:underline"
            >
              {item.title}
            </Link>
          )}
        </h3>
        {isHidden ? null : (
          <p className="text-sm">
            <Price price={item.price} salePrice={item.salePrice} yourPrice={item.unitPrice} />
            {item.quantity > 1 ? <span className="text-muted"> × {item.quantity}</span> : null}
          </p>
        )}
        <StockState item={item} />
      </div>
      <Form
        method="post"
        action="/cart/saved"
        preventScrollReset
        className="col-start-2 flex flex-wrap gap-2 sm:col-start-3 sm:justify-end"
      >
        <input type="hidden" name="bookId" value={item.bookId} />
        <input type="hidden" name="was" value={item.quantity} />
        {isGone ? null : (
          <Button name="intent" value="move" variant="quiet" size="sm">
            Move to cart<span className="sr-only">: {item.title}</span>
          </Button>
        )}
        <Button
          name="intent"
          value="remove"
          variant="plain"
          size="sm"
          className={isGone ? "-ml-3 sm:ml-0" : ""}
        >
          Remove<span className="sr-only"> from saved: {item.title}</span>
        </Button>
      </Form>
    </li>
  );
}

function StockState({ item }: { item: SavedItem }) {
  const { problem } = item;
  if (problem === null && item.forthcoming) return <Release forthcoming={item.forthcoming} />;
  if (problem === null) return <p className="text-good text-sm">In stock</p>;
  return (
    <p
      className={`text-sm font-semibold ${problem === "too_many" || problem === "over_limit" ? "text-muted" : "text-bad"}`}
    >
      {problemMessage(problem, item)}
    </p>
  );
}
