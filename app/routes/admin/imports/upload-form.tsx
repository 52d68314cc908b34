import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import { IMPORT_MAX, TOO_LARGE } from "~/domain/imports/import-limits";
import { Button } from "~/ui/kit/button";
import { FieldErrors } from "~/ui/kit/field-errors";

const TYPES =
  ".csv,.tsv,.txt,.xlsx,.xml,.onix,.zip,text/csv,text/tab-separated-values,application/xml,text/xml";

/** The form for a file of books. With scripts a file that is too large is refused before it is sent. */
export function UploadForm({ errors }: { errors?: string[] }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const isSending = useNavigation().formMethod === "POST";
  const [found, setFound] = useState<{ after?: string[]; problems: string[] }>();
  const problems = found && found.after === errors ? found.problems : errors;
  useEffect(() => {
    if (errors?.length) input.current?.focus();
  }, [errors]);

  function check({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const isTooLarge = (currentTarget.files?.[0]?.size ?? 0) > IMPORT_MAX.bytes;
    currentTarget.setCustomValidity(isTooLarge ? TOO_LARGE : "");
    setFound({ after: errors, problems: isTooLarge ? [TOO_LARGE] : [] });
  }

  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-4">
      <div className="grid gap-1">
        <label htmlFor={id} className="font-semibold">
          File of books
        </label>
        <p id={`${id}-hint`} className="text-muted text-sm">
          CSV or Excel (.xlsx), also as Shopify and WooCommerce export their products, or ONIX 3; or a ZIP of
          covers named by ISBN or SKU, such as 9788126415397.jpg. At most {IMPORT_MAX.bytes / 1024 / 1024} MB.
        </p>
        <input
          ref={input}
          id={id}
          type="file"
          name="file"
          accept={TYPES}
          required
          autoFocus={Boolean(errors?.length)}
          aria-invalid={problems?.length ? true : undefined}
          aria-describedby={`${id}-hint${problems?.length ? ` ${id}-error` : ""}`}
          onChange={check}
          className="input file-input"
        />
        <FieldErrors id={id} errors={problems} />
      </div>
      <div>
        <Button name="intent" value="upload" isBusy={isSending} data-own-label>
          {isSending ? "Uploading …" : "Upload File"}
        </Button>
      </div>
    </Form>
  );
}
