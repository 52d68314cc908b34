import { PROGRESS_STEPS, progressStep, STATE_LABELS, type OrderState } from "~/domain/orders/orders";

/** The steps of an order, filled up to where it is (specification section 4). */
export function OrderProgress({ state }: { state: OrderState }) {
  const reached = progressStep(state);
  return (
    <ol className="grid grid-cols-4 max-sm:-mx-3" aria-label="Progress">
      {PROGRESS_STEPS.map((step, index) => {
        const isDone = index <= reached;
        return (
          <li
            key={step}
            aria-current={index === reached ? "step" : undefined}
            className={`relative grid justify-items-center gap-2 text-center text-xs sm:text-base ${isDone ? "font-semibold" : "text-muted"}`}
          >
            {index > 0 ? (
              <span
                aria-hidden="true"
                className={`absolute top-3.5 right-1/2 h-1 w-full ${isDone ? "bg-accent" : "bg-line"}`}
              />
            ) : null}
            <span
              aria-hidden="true"
              className={`relative z-10 grid size-8 place-items-center rounded-full border-2 ${isDone ? "bg-accent border-accent text-on-accent" : "bg-card border-line-strong"}`}
            >
              {isDone ? "✓" : index + 1}
            </span>
            <span>
              {STATE_LABELS[step]}
              <span className="sr-only">{isDone ? " (done)" : " (to come)"}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
