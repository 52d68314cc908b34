import { useRef, useState } from "react";

/** The number of copies. Where scripts run, with − and + beside the field. Never below 1: a decrease at 1 is ignored. */
export function QuantityField({ id, max }: { id: string; max: number }) {
  const input = useRef<HTMLInputElement>(null);
  const [announcement, announce] = useState("");
  const step = (by: 1 | -1) => {
    const field = input.current;
    if (!field) return;
    if (by === 1) field.stepUp();
    else field.stepDown();
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
          max={max}
          step={1}
          required
          defaultValue={1}
          className="input"
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
