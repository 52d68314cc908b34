import { Form } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { useListParams } from "../lists/list-params";

/**
 * A switch with a confirmation: pressing it opens the page's dialog (`?confirm=…`), with or without scripts.
 * @param name what is on or off, for screen readers, e.g. "Active: Asha Rao"; `shown` follows it
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
        aria-pressed={isOn}
        aria-label={shown ? `${name}, now ${shown}` : name}
        className="group -my-1 inline-flex min-h-8.5 flex-wrap items-center gap-x-2 rounded-md text-sm font-semibold whitespace-nowrap"
      >
        <span
          aria-hidden="true"
          className={`border-line-strong bg-sunken ${isIdle ? "group-aria-pressed:border-line-strong" : "group-aria-pressed:border-good group-aria-pressed:bg-good"} inline-flex h-5.5 w-10 items-center rounded-full border px-0.5 group-aria-pressed:justify-end`}
        >
          <span
            className={`bg-line-strong size-4 rounded-full ${isIdle ? "" : "group-aria-pressed:bg-card"}`}
          />
        </span>
        {shown}
      </button>
    </Form>
  );
}
