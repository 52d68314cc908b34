import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type CartLine, problemMessage } from "~/domain/cart/cart";
import { formatRupees } from "~/domain/money";
import { Cover } from "../cover";
import { Price } from "../price";

/** One book in the cart, with its own small forms: each works without scripts. */
export function CartLineRow({ line, priority }: { line: CartLine; priority: boolean }) {
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get("itemId") === String(line.itemId);
  // What cannot be had at all has no price and no quantity to set: it can only go.
  const isGone = line.problem === "unavailable" || line.problem === "out_of_stock";
  const title =
    line.problem === "unavailable" ? (
      line.title
    ) : (
      <Link to={`/books/${line.bookId}`} className="hover:text-accent underline-offset-3 hover:underline">
        {line.title}
      </Link>
    );
  return (
    <li
      aria-busy={isBusy || undefined}
      className={`grid grid-cols-[4.5rem_1fr] gap-x-4 gap-y-3 py-5 transition-opacity sm:grid-cols-[6rem_1fr_auto] ${isBusy ? "opacity-60" : ""}`}
    >
      <div className={`row-span-2 ${isGone ? "opacity-50 grayscale" : ""}`}>
        <Cover
          cover={line.cover}
          title={line.title}
          width={160}
          sizes="6rem"
          priority={priority}
          className="rounded-sm"
        />
      </div>
      <div className="grid content-start gap-1">
        <h2 className="text-lg">{title}</h2>
        {line.authors.length > 0 ? <p className="text-muted text-sm">{line.authors.join(", ")}</p> : null}
        <p className="text-sm">
          <Price price={line.price} salePrice={line.salePrice} />
        </p>
        {line.problem ? (
          <p className="text-bad font-semibold">{problemMessage(line.problem, line.available)}</p>
        ) : null}
      </div>
      {isGone ? null : (
        <p className="col-start-2 row-start-2 self-end font-semibold tabular-nums sm:col-start-3 sm:row-start-1 sm:self-start sm:text-right">
          <span className="sr-only">Together </span>
          {formatRupees(line.lineTotal)}
        </p>
      )}
      <div className="col-span-2 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 sm:col-span-2 sm:col-start-2">
        {isGone ? <span /> : <QuantityForms line={line} isBusy={isBusy} />}
        <div className="flex flex-wrap gap-x-2">
          <Form method="post" action="/cart/saved" preventScrollReset>
            <input type="hidden" name="itemId" value={line.itemId} />
            <button type="submit" name="intent" value="save" className="btn btn-plain btn-sm">
              Save for later<span className="sr-only">: {line.title}</span>
            </button>
          </Form>
          <Form method="post" action="/cart" preventScrollReset>
            <input type="hidden" name="itemId" value={line.itemId} />
            <button type="submit" name="intent" value="remove" className="btn btn-plain btn-sm text-bad">
              Remove<span className="sr-only">: {line.title}</span>
            </button>
          </Form>
        </div>
      </div>
    </li>
  );
}

/** Minus, a number field, plus. A decrease at 1 is ignored (specification section 5). */
function QuantityForms({ line, isBusy }: { line: CartLine; isBusy: boolean }) {
  const { itemId, quantity, title } = line;
  const id = `quantity-${itemId}`;
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(quantity);
  const isWaiting = useRef(false);
  useEffect(() => {
    if (isBusy) {
      isWaiting.current = true;
      return;
    }
    // What the server answered replaces what was typed, also when that was refused; what was typed before the
    // scripts arrived stays. The focus stays too.
    if (input.current && (isWaiting.current || shown.current !== quantity))
      input.current.value = String(quantity);
    isWaiting.current = false;
    shown.current = quantity;
  }, [isBusy, quantity]);
  const step = "btn btn-quiet h-11 w-11 p-0! text-xl";
  return (
    <div className="flex items-end gap-1">
      <Form method="post" action="/cart" preventScrollReset>
        <Target itemId={itemId} />
        <button type="submit" name="quantity" value={quantity - 1} className={step}>
          <span aria-hidden="true">−</span>
          <span className="sr-only">One copy less: {title}</span>
        </button>
      </Form>
      <Form
        method="post"
        action="/cart"
        preventScrollReset
        className="flex gap-1"
        onBlur={(event) => {
          const field = event.currentTarget.elements.namedItem("quantity");
          const isLeaving = !event.currentTarget.contains(event.relatedTarget);
          if (isLeaving && field instanceof HTMLInputElement && field.value !== field.defaultValue) {
            event.currentTarget.requestSubmit();
          }
        }}
      >
        <Target itemId={itemId} />
        <label htmlFor={id} className="sr-only">
          Quantity: {title}
        </label>
        <input
          ref={input}
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          step={1}
          required
          defaultValue={quantity}
          className="input w-16 px-1! text-center tabular-nums"
        />
        <button type="submit" className="btn btn-quiet no-js px-3!">
          Update
        </button>
      </Form>
      <Form method="post" action="/cart" preventScrollReset>
        <Target itemId={itemId} />
        <button type="submit" name="quantity" value={quantity + 1} className={step}>
          <span aria-hidden="true">+</span>
          <span className="sr-only">One copy more: {title}</span>
        </button>
      </Form>
    </div>
  );
}

function Target({ itemId }: { itemId: number }) {
  return (
    <>
      <input type="hidden" name="intent" value="update" />
      <input type="hidden" name="itemId" value={itemId} />
    </>
  );
}
