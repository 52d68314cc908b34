import type { SubmissionResult } from "@conform-to/react";
import { OLD_ADDRESS_MAX } from "~/domain/old-addresses/old-addresses";
import { oldAddressesSchema } from "~/domain/old-addresses/old-addresses.schema";
import { Button } from "~/ui/kit/button";
import { SidePanel } from "~/ui/kit/dialog";
import { TextAreaField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { FormButtons } from "~/ui/kit/form-buttons";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** The form for old addresses: one pair on each line. @param origin of the shop */
export function AddressPanel({
  closeTo,
  origin,
  lastResult,
}: {
  closeTo: string;
  origin: string;
  lastResult?: SubmissionResult<string[]>;
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
    </SidePanel>
  );
}
