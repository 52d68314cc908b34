import { type ComponentProps, useEffect, useRef, useState } from "react";
import { bareIsbn, isbnForms, isbnWarning } from "~/domain/catalogue/books/record/isbn";
import { TextField } from "~/ui/kit/field";
import { Icon } from "~/ui/kit/icons";

/**
 * An ISBN with a warning that does not prevent saving. It is in the server's HTML; with scripts it also appears when
 * the number is complete or the field loses focus.
 */
export function IsbnField({ defaultValue, ...field }: ComponentProps<typeof TextField>) {
  const [warning, warn] = useState(isbnWarning(String(defaultValue ?? "")));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Check what was typed before hydration.
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
          // The field's maximum length has no room for hyphens: without them the number is not cut off.
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
