import { Form } from "react-router";
import { listHref } from "~/domain/listing/listing";
import { useListParams } from "./list-params";

/**
 * A switch with a confirmation: pressing it opens the page's dialog (`?confirm=…`), with or without scripts.
 * @param name what is on or off, for screen readers, e.g. "Active: Asha Rao"; `shown` follows it in brackets
 * @param shown the state as a word beside the switch; empty if the switch alone is clear
 * @param confirm the value of `confirm` in the URL
 */
export function ConfirmSwitch({
  isOn,
  isIdle = false,
  name,
  shown,
  confirm,
}: {
  isOn: boolean;
  /** On, but without effect at present, such as an expired coupon: shown without the active colour. */
  isIdle?: boolean;
  name: string;
  shown: string;
  confirm: string;
}) {
  const params = useListParams();
  return (
    <Form preventScrollReset className="inline-block">
      {[...new URLSearchParams(listHref(params))].map(([kept, value]) => (
        <input key={`${kept}=${value}`} type="hidden" name={kept} value={value} />
      ))}
      <button
        type="submit"
        name="confirm"
        value={confirm}
        role="switch"
        aria-checked={isOn}
        aria-label={shown ? `${name} (${shown})` : name}
        className="group -my-1 inline-flex min-h-8.5 flex-wrap items-center gap-x-2 rounded-md text-sm font-semibold whitespace-nowrap"
      >
        <span
          aria-hidden="true"
          className={`border-line-strong bg-sunken ${isIdle ? "group-aria-checked:border-line-strong" : "group-aria-checked:border-good group-aria-checked:bg-good"} inline-flex h-5.5 w-10 items-center rounded-full border px-0.5 group-aria-checked:justify-end`}
        >
          <span
            className={`bg-line-strong size-4 rounded-full ${isIdle ? "" : "group-aria-checked:bg-card"}`}
          />
        </span>
        {shown}
      </button>
    </Form>
  );
}
