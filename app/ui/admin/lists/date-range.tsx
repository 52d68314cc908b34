import { useEffect, useId, useRef } from "react";
import { useNavigationType } from "react-router";
import { datesReversed, isReversed } from "~/domain/kit/listing/listing";

/**
 * Two dates in the form of a list's toolbar: `from` and `to`, days in India.
 * @param label of the first day; @param things what the list has, in the singular
 */
export function DateRange({
  label,
  from,
  to,
  things,
}: {
  label: string;
  from: string | null;
  to: string | null;
  things: string;
}) {
  const hintId = useId();
  const fields = useRef<HTMLDivElement>(null);
  const isWrong = isReversed(from, to);
  const navigationType = useNavigationType();
  // Links and Back change the filters: update the fields, unless the user is typing in one. Not after the toolbar's own
  // submit (a REPLACE): the fields may have changed again since then.
  useEffect(() => {
    if (navigationType === "REPLACE") return;
    fields.current?.querySelectorAll("input").forEach((input) => {
      if (input !== document.activeElement) input.value = (input.name === "from" ? from : to) ?? "";
    });
  }, [from, to, navigationType]);
  const field = (name: "from" | "to", text: string, isWrong: boolean) => (
    <label className="toolbar-field max-sm:min-w-32!">
      {text}
      <input
        type="date"
        name={name}
        defaultValue={(name === "from" ? from : to) ?? ""}
        min="2000-01-01"
        max="2999-12-31"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? hintId : undefined}
        className="input min-w-0 px-2! sm:w-36!"
      />
    </label>
  );
  return (
    <div ref={fields} className="contents">
      {field("from", label, false)}
      {field("to", "to", isWrong)}
      {isWrong ? (
        <p id={hintId} className="text-bad w-full font-medium sm:order-1">
          {datesReversed(things)}
        </p>
      ) : null}
    </div>
  );
}
