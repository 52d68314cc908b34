import { Form, useNavigation } from "react-router";
import { IMPORT_MAX, TOO_LARGE } from "~/domain/book-files/import-limits";
import { Button } from "~/ui/kit/button";
import { FileField } from "~/ui/kit/file-field";

const TYPES =
  ".csv,.tsv,.txt,.xlsx,.xml,.onix,.zip,text/csv,text/tab-separated-values,application/xml,text/xml";
const MOST = { bytes: IMPORT_MAX.bytes, tooLarge: TOO_LARGE };

/** The form for a file of books. */
export function UploadForm({ errors }: { errors?: string[] }) {
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" encType="multipart/form-data" className="grid gap-4">
      <FileField
        label="File of books"
        name="file"
        hint={`CSV or Excel (.xlsx), also as Shopify and WooCommerce export their products, or ONIX 3; or a ZIP of covers named by ISBN or SKU, such as 9788126415397.jpg. At most ${IMPORT_MAX.bytes / 1024 / 1024} MB.`}
        accept={TYPES}
        most={MOST}
        errors={errors}
      />
      <div>
        <Button name="intent" value="upload" isBusy={isSending} data-own-label>
          {isSending ? "Uploading …" : "Upload File"}
        </Button>
      </div>
    </Form>
  );
}
