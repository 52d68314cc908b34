import { type ComponentProps, useEffect, useRef, useState } from "react";
import { bareIsbn, isbnForms, isbnWarning } from "~/domain/catalogue/isbn";
import { TextField } from "~/ui/kit/field";
import { Icon } from "~/ui/kit/icons";

/**
 * An ISBN with a warning that keeps nobody from saving: in the server's HTML, and where scripts run as soon as the
 * number is whole or the field is left.
 */
export function IsbnField({ defaultValue, ...field }: ComponentProps<typeof TextField>) {
  const [warning, warn] = useState(isbnWarning(String(defaultValue ?? "")));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // What was typed before the scripts arrived.
    if (input.current) warn(isbnWarning(input.current.value));
  }, []);
  return (
    <div className="grid">
      <TextField
        {...field}
        ref={input}
        defaultValue={defaultValue}
        onChange={({ target: { value } }) => warn(isbnForms(value).length > 0 ? isbnWarning(value) : null)}
        onBlur={({ target: { value } }) => warn(isbnWarning(value))}
        onPaste={(event) => {
          // The longest value has no room for hyphens: without them nothing is cut off.
          const pasted = event.clipboardData.getData("text");
          if (isbnForms(pasted).length === 0) return;
          event.preventDefault();
          event.currentTarget.value = bareIsbn(pasted);
          event.currentTarget.dispatchEvent(new Event("input", { bubbles: true }));
          warn(isbnWarning(pasted));
        }}
      />
      <p role="status" className="flex items-start gap-2 text-sm">
        {warning ? (
          <>
            <Icon name="warning" className="text-star mt-0.5 size-4 shrink-0" />
            {warning}
          </>
        ) : null}
      </p>
    </div>
  );
}
