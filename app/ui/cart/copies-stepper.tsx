import { type FocusEvent, type FormEvent, type Ref, useEffect, useRef } from "react";
import { Form } from "react-router";
import type { CartLine } from "~/domain/sales/cart/cart";
import { LineFields } from "./line-fields";

/**
 * Minus, a number field and plus: three forms that post to the cart; with scripts the page stays.
 * @param copies the number to show: the line's quantity, or the one being sent @param ask called with a new number
 */
export function CopiesStepper({
  line,
  copies,
  ask,
}: {
  line: Pick<CartLine, "itemId" | "bookId" | "quantity" | "title">;
  copies: number;
  ask: (copies: number) => void;
}) {
  const { itemId, quantity, title } = line;
  const input = useRef<HTMLInputElement>(null);
  const shown = useRef(copies);
  useEffect(() => {
    // A number typed before hydration stays.
    if (shown.current === copies) return;
    shown.current = copies;
    if (input.current) input.current.value = String(copies);
  }, [copies]);

  const form = {
    method: "post",
    action: "/cart",
    preventScrollReset: true,
    "data-optimistic": "",
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      const { submitter } = event.nativeEvent as SubmitEvent;
      const wanted = Number(new FormData(event.currentTarget, submitter).get("quantity"));
      ask(wanted);
      if (wanted < 1 && input.current) input.current.value = String(copies);
    },
  } as const;
  const target = (
    <>
      <input type="hidden" name="intent" value="update" />
      <LineFields line={line} />
    </>
  );
  return (
    <div className="stepper">
      <Form {...form}>
        {target}
        <button type="submit" name="quantity" value={copies - 1}>
          <span aria-hidden="true">−</span>
          <span className="sr-only">One copy less: {title}</span>
        </button>
      </Form>
      <Form {...form} className="flex" onBlur={(event) => sendWhenLeft(event, copies)}>
        {target}
        <QuantityInput ref={input} id={`quantity-${itemId}`} title={title} quantity={quantity} />
        <button type="submit" className="no-js">
          Update
        </button>
      </Form>
      <Form {...form}>
        {target}
        <button type="submit" name="quantity" value={copies + 1}>
          <span aria-hidden="true">+</span>
          <span className="sr-only">One copy more: {title}</span>
        </button>
      </Form>
    </div>
  );
}

function QuantityInput({
  ref,
  id,
  title,
  quantity,
}: {
  ref: Ref<HTMLInputElement>;
  id: string;
  title: string;
  quantity: number;
}) {
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Quantity: {title}
      </label>
      <input
        ref={ref}
        id={id}
        name="quantity"
        type="number"
        inputMode="numeric"
        enterKeyHint="done"
        min={1}
        step={1}
        required
        defaultValue={quantity}
      />
    </>
  );
}

/** Sends a changed number when the focus leaves its field. */
function sendWhenLeft(event: FocusEvent<HTMLFormElement>, copies: number) {
  const field = event.currentTarget.elements.namedItem("quantity");
  const isLeaving = !event.currentTarget.contains(event.relatedTarget);
  if (isLeaving && field instanceof HTMLInputElement && field.value !== String(copies)) {
    event.currentTarget.requestSubmit();
  }
}
