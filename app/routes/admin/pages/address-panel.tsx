import type { SubmissionResult } from "@conform-to/react";
import { Form, useNavigation } from "react-router";
import { OLD_ADDRESS_MAX, TOO_LARGE } from "~/domain/front/old-addresses/old-addresses";
import { oldAddressesSchema } from "~/domain/front/old-addresses/old-addresses.schema";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { FileField } from "~/ui/kit/file-field";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** The form for old addresses: one pair on each line. @param origin of the shop */
export function AddressPanel({
  closeTo,
  origin,
  lastResult,
  fileErrors,
}: {
  closeTo: string;
  origin: string;
  lastResult?: SubmissionResult<string[]>;
  fileErrors?: string[];
}) {
  const [form, fields] = useZodForm({ id: "old-addresses", lastResult, schema: oldAddressesSchema(origin) });
  return (
    <SidePanel title="Add Old Addresses" closeTo={closeTo}>
      <ZodForm form={form} className="grid gap-6">
        <TextAreaField
          label="Old and new addresses"
          hint={`On each line an old address and the new one, such as "/products/godan /books/12". Two columns of a spreadsheet can be pasted here, ${OLD_ADDRESS_MAX.lines.toLocaleString("en-IN")} lines at most.`}
          rows={12}
          spellCheck={false}
          className="font-mono text-sm"
          {...fieldProps(fields.lines)}
        />
        <FormButtons closeTo={closeTo}>
          <Button name="intent" value="add">
            Save
          </Button>
        </FormButtons>
      </ZodForm>
      <AddressFileForm errors={fileErrors} />
    </SidePanel>
  );
}

const TYPES = ".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values";
const MOST = { bytes: OLD_ADDRESS_MAX.bytes, tooLarge: TOO_LARGE };

/** The form for a spreadsheet of addresses. */
function AddressFileForm({ errors }: { errors?: string[] }) {
  const isSending = useNavigation().formData?.has("file") ?? false;
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      preventScrollReset
      className="border-line mt-8 grid gap-4 border-t pt-6"
    >
      <FileField
        label="Or a file"
        name="file"
        hint={`CSV or Excel (.xlsx): the old addresses in the first column, the new ones in the second, as Shopify exports its redirects. At most ${OLD_ADDRESS_MAX.rows.toLocaleString("en-IN")} rows.`}
        accept={TYPES}
        most={MOST}
        errors={errors}
      />
      <div>
        <Button isBusy={isSending} variant="quiet" data-own-label>
          {isSending ? "Uploading …" : "Upload File"}
        </Button>
      </div>
    </Form>
  );
}
