import { useRef, useState } from "react";
import { useHydrated } from "./hydrated";

/**
 * The number of copies. Where scripts run, with − and + beside the field. Never below 1: a decrease at 1 is ignored.
 * @param tooMany said by the browser for a number above `max`
 */
export function QuantityField({ id, max, tooMany }: { id: string; max: number; tooMany: string }) {
  const input = useRef<HTMLInputElement>(null);
  const scripted = useHydrated();
  const [announcement, announce] = useState("");
  const step = (by: 1 | -1) => {
    const field = input.current;
    if (!field) return;
    if (by === 1) field.stepUp();
    else field.stepDown();
    field.setCustomValidity("");
    announce(field.value === "1" ? "1 copy" : `${field.value} copies`);
  };
  const button = "btn btn-quiet needs-js";
  return (
    <div className="quantity">
      <label htmlFor={id}>Quantity</label>
      <div>
        <button type="button" className={button} aria-label="One copy less" onClick={() => step(-1)}>
          −
        </button>
        <input
          ref={input}
          id={id}
          name="quantity"
          type="number"
          inputMode="numeric"
          min={1}
          // Without scripts the browser would refuse in its own words, with no reason: the server's sentence has one.
          max={scripted ? max : undefined}
          step={1}
          required
          defaultValue={1}
          className="input"
          onInvalid={({ currentTarget: field }) =>
            field.setCustomValidity(field.validity.rangeOverflow ? tooMany : "")
          }
          onInput={({ currentTarget: field }) => field.setCustomValidity("")}
        />
        <button type="button" className={button} aria-label="One copy more" onClick={() => step(1)}>
          +
        </button>
        <span role="status" className="sr-only">
          {announcement}
        </span>
      </div>
    </div>
  );
}
