import { MOST_TRANSFER_DAYS, SETTINGS_MAX } from "~/domain/shop/settings/settings.schema";
import { SelectField, TextField } from "~/ui/kit/field";
import { FieldPair, FormGroup } from "../forms/form-group";
import type { FieldsProps } from "./settings-form";

/** Where customers send money without the payment provider. */
export function TransferFields({ field }: FieldsProps) {
  return (
    <FormGroup title="Bank transfer and UPI to the shop">
      <FieldPair>
        <SelectField
          {...field("transferOn")}
          hint="For schools, libraries and all who pay against a proforma invoice. You record each payment"
        >
          <option value="no">No</option>
          <option value="yes">Yes</option>
        </SelectField>
        <TextField
          {...field("transferDays")}
          inputMode="numeric"
          maxLength={SETTINGS_MAX.number}
          hint={`An order that is not paid in this time gives its copies back: 1 to ${MOST_TRANSFER_DAYS}`}
        />
      </FieldPair>
      <TextField
        {...field("transferName")}
        dir="auto"
        maxLength={SETTINGS_MAX.person}
        hint="As the bank has it. Banks show it before the money is sent"
      />
      <FieldPair>
        <TextField
          {...field("transferAccount")}
          inputMode="numeric"
          maxLength={SETTINGS_MAX.account}
          hint="Digits only. Empty: UPI only"
        />
        <TextField
          {...field("transferIfsc")}
          maxLength={SETTINGS_MAX.ifsc}
          autoCapitalize="characters"
          spellCheck={false}
          hint="11 characters, as on a cheque"
          className="uppercase"
        />
      </FieldPair>
      <TextField
        {...field("transferUpi")}
        maxLength={SETTINGS_MAX.upi}
        autoCapitalize="none"
        spellCheck={false}
        hint="Such as kitab@sbi. The proforma then has a code to scan. Empty: bank transfers only"
      />
    </FormGroup>
  );
}
