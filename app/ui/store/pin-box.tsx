import { Form } from "react-router";
import type { PinBox as Box } from "~/domain/sales/delivery/pin-answer";
import { Button } from "~/ui/kit/button";

/** Asks where the books go, and says when they come and for how much. @param action the page's own path */
export function PinBox({ box: { pin, problem, lines }, action }: { box: Box; action: string }) {
  return (
    <Form action={action} preventScrollReset className="grid gap-1 text-sm">
      <label htmlFor="pin" className="font-semibold">
        Deliver to PIN code
      </label>
      <div className="flex gap-2">
        <input
          key={pin}
          id="pin"
          name="pincode"
          defaultValue={pin}
          inputMode="numeric"
          maxLength={40}
          autoComplete="postal-code"
          aria-invalid={problem ? true : undefined}
          aria-describedby="pin-answer"
          className="input max-w-36"
        />
        <Button variant="quiet">Check</Button>
      </div>
      <div
        id="pin-answer"
        role="status"
        className={`grid gap-1 ${problem ? "text-bad font-medium" : "text-muted"}`}
      >
        {problem ? <p>{problem}</p> : lines.map((line) => <p key={line}>{line}</p>)}
      </div>
    </Form>
  );
}
