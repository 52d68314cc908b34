import type { SubmissionResult } from "@conform-to/react";
import { formatCount } from "~/domain/kit/counts";
import {
  MOST_CONFIRM_HOURS,
  MOST_COPIES,
  MOST_DELIVERY_DAYS,
  MOST_LOW_STOCK,
  MOST_MINUTES,
  MOST_OPEN_AT_DOOR,
  MOST_RETURN_DAYS,
  MOST_UNPAID_ORDERS,
  SETTINGS_KEYS,
  SETTINGS_LABELS,
  SETTINGS_MAX,
  type SettingsKey,
  settingsSchema,
} from "~/domain/shop/settings/settings.schema";
import { PREFIX_MAX } from "~/domain/shop/settings/invoice-prefix";
import { TransferFields } from "./transfer-fields";
import { Button } from "~/ui/kit/button";
import { SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { FieldPair, FormGroup } from "../forms/form-group";
import { type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/**
 * The form for all settings except the logo.
 * @param values the inputs' initial values
 * @param shown the stored values as JSON when the form was opened; the server compares them when saving
 */
export function SettingsForm({
  values,
  shown,
  nextPrefix,
  lastResult,
}: {
  values: Record<SettingsKey, string>;
  shown: string;
  /** The prefix of the next bill's number. */
  nextPrefix: string;
  lastResult?: SubmissionResult<string[]>;
}) {
  const [form, fields] = useZodForm({
    id: "settings",
    lastResult,
    defaultValue: values,
    schema: settingsSchema,
  });
  const inOrder = SETTINGS_KEYS.map((key) => fields[key]);
  const focus = firstInvalid(inOrder);
  const field = (key: SettingsKey) => ({
    label: SETTINGS_LABELS[key],
    ...fieldProps(fields[key], focus),
    autoComplete: "off",
  });
  return (
    <ZodForm form={form} fields={inOrder} preventScrollReset className="grid grid-cols-1 gap-8">
      <input type="hidden" name="intent" value="save-settings" />
      <input type="hidden" name="shown" value={shown} />
      <ShopFields field={field} />
      <SellerFields field={field} isOfficerNamed={values.grievanceOfficer !== ""} />
      <ShippingAndTaxFields field={field} nextPrefix={nextPrefix} />
      <OrderAndStockFields field={field} />
      <AtTheDoorFields field={field} />
      <TransferFields field={field} />
      <div className="save-line">
        <Button>Save Settings</Button>
      </div>
    </ZodForm>
  );
}

export interface FieldsProps {
  /** The props of a field's control. */
  field: (key: SettingsKey) => { label: string } & FieldControl;
}

const DECIMAL = { inputMode: "decimal", maxLength: SETTINGS_MAX.amount } as const;
const INTEGER = { inputMode: "numeric", maxLength: SETTINGS_MAX.number } as const;

function ShopFields({ field }: FieldsProps) {
  return (
    <FormGroup title="The shop">
      <TextField dir="auto" {...field("shopName")} maxLength={SETTINGS_MAX.shopName} />
      <FieldPair>
        <TextField {...field("supportEmail")} type="email" maxLength={SETTINGS_MAX.supportEmail} />
        <TextField {...field("supportPhone")} type="tel" maxLength={SETTINGS_MAX.supportPhone} />
      </FieldPair>
      <TextAreaField
        {...field("postalAddress")}
        dir="auto"
        hint="As on an envelope, up to six lines"
        maxLength={SETTINGS_MAX.postalAddress}
      />
    </FormGroup>
  );
}

function SellerFields({ field, isOfficerNamed }: FieldsProps & { isOfficerNamed: boolean }) {
  return (
    <FormGroup title="Seller">
      <TextField
        {...field("legalName")}
        dir="auto"
        maxLength={SETTINGS_MAX.person}
        hint="As registered, on bills and in the terms. Empty: the shop's name"
      />
      <TextField
        {...field("grievanceOfficer")}
        dir="auto"
        maxLength={SETTINGS_MAX.person}
        hint={
          isOfficerNamed
            ? "The person for complaints; the E-Commerce Rules require a name"
            : "Without a name the terms show no officer, but the E-Commerce Rules require one"
        }
      />
      <FieldPair>
        <TextField
          {...field("grievanceEmail")}
          type="email"
          maxLength={SETTINGS_MAX.supportEmail}
          hint="Empty: the support email"
        />
        <TextField
          {...field("grievancePhone")}
          type="tel"
          maxLength={SETTINGS_MAX.supportPhone}
          hint="Empty: the support phone"
        />
      </FieldPair>
    </FormGroup>
  );
}

function ShippingAndTaxFields({ field, nextPrefix }: FieldsProps & { nextPrefix: string }) {
  return (
    <FormGroup title="Shipping and tax">
      <FieldPair>
        <TextField
          {...field("shippingThreshold")}
          {...DECIMAL}
          hint="In rupees, what the books cost together"
        />
        <TextField {...field("shippingFee")} {...DECIMAL} hint="In rupees, for all other orders" />
      </FieldPair>
      <FieldPair>
        <TextField
          {...field("taxRate")}
          inputMode="decimal"
          maxLength={SETTINGS_MAX.taxRate}
          hint="In per cent, included in the prices. Printed books: 0"
        />
        <TextField
          {...field("hsn")}
          inputMode="numeric"
          maxLength={SETTINGS_MAX.hsn}
          hint="4, 6 or 8 digits. Printed books: 4901"
        />
      </FieldPair>
      <SelectField
        {...field("aboveFiveCrore")}
        hint="HSN codes then need 6 digits in GST returns, else 4. The limit stands below Rates of tax"
      >
        <option value="no">No</option>
        <option value="yes">Yes</option>
      </SelectField>
      <TextField
        {...field("gstin")}
        maxLength={SETTINGS_MAX.gstin}
        autoCapitalize="characters"
        spellCheck={false}
        hint="Optional: the shop's GST number, 15 characters"
        className="uppercase"
      />
      <TextField
        {...field("invoicePrefix")}
        maxLength={PREFIX_MAX}
        autoCapitalize="characters"
        spellCheck={false}
        hint={`The next bill is numbered ${nextPrefix}/… Empty: made from the shop's name`}
        className="uppercase"
      />
    </FormGroup>
  );
}

function OrderAndStockFields({ field }: FieldsProps) {
  return (
    <FormGroup title="Orders and stock">
      <FieldPair>
        <TextField
          {...field("reservationMinutes")}
          {...INTEGER}
          hint={`An unpaid order keeps its copies for this many minutes: 1 to ${formatCount(MOST_MINUTES)}`}
        />
        <TextField
          {...field("lowStockMark")}
          {...INTEGER}
          hint={`Low stock at this many copies or fewer: 0 to ${formatCount(MOST_LOW_STOCK)}`}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          {...field("mostCopies")}
          {...INTEGER}
          hint={`1 to ${formatCount(MOST_COPIES)}. Keeps one person from taking the whole stock`}
        />
        <TextField
          {...field("mostUnpaidOrders")}
          {...INTEGER}
          hint={`1 to ${MOST_UNPAID_ORDERS}, within six hours. Each holds its copies until it is paid or runs out`}
        />
      </FieldPair>
      <FieldPair>
        <TextField
          {...field("returnDays")}
          {...INTEGER}
          hint={`Days after delivery in which a return can be asked for: 0 to ${MOST_RETURN_DAYS}. 0: no returns`}
        />
        <TextField
          {...field("deliveryDays")}
          {...INTEGER}
          hint={`From payment to the estimated delivery: 1 to ${MOST_DELIVERY_DAYS}. Orders that are paid keep their day`}
        />
      </FieldPair>
    </FormGroup>
  );
}

function AtTheDoorFields({ field }: FieldsProps) {
  return (
    <FormGroup title="Paying at the door">
      <FieldPair>
        <TextField
          {...field("codConfirmHours")}
          {...INTEGER}
          hint={`An order that nobody confirms in this time gives its copies back: 1 to ${MOST_CONFIRM_HOURS}`}
        />
        <SelectField
          {...field("codForPreorders")}
          hint="Whether books that are not out yet can be paid at the door"
        >
          <option value="no">No</option>
          <option value="yes">Yes</option>
        </SelectField>
      </FieldPair>
      <FieldPair>
        <TextField
          {...field("codOpenPerCustomer")}
          {...INTEGER}
          hint={`Parcels that are not paid yet, of one account: 1 to ${MOST_OPEN_AT_DOOR}`}
        />
        <TextField
          {...field("codOpenPerPhone")}
          {...INTEGER}
          hint={`The same for one mobile number, whatever the account: 1 to ${MOST_OPEN_AT_DOOR}`}
        />
      </FieldPair>
    </FormGroup>
  );
}
