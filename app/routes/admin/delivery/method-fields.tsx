import { PLAN_MAX } from "~/domain/sales/delivery/delivery-plan.schema";
import { RATES_BY, rowsOf, type Typed } from "~/domain/sales/delivery/forms/method-form";
import { FieldPair, FormGroup } from "~/ui/admin/forms/form-group";
import { FoldedGroup } from "~/ui/admin/forms/folded-group";
import { Button } from "~/ui/kit/button";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { checkboxProps, fieldProps } from "~/ui/kit/field-props";
import { Options } from "~/ui/kit/options";

interface Field {
  id: string;
  name: string;
  initialValue?: string;
  errors?: string[];
}

/** How many rows of steps the form shows. */
export const shownRows = (typed: Typed): number => Number(typed.rows) || rowsOf(typed);

interface FieldsProps {
  fields: Record<string, Field>;
  /** The field that gets the focus. */
  focus?: string;
}

const RUPEES = { inputMode: "decimal", maxLength: 14, autoComplete: "off" } as const;
const WHOLE = { inputMode: "numeric", maxLength: 6, autoComplete: "off" } as const;

/** The fields of a method. @param more the intent of the button for more steps */
export function MethodFields({
  rows,
  more,
  isInPanel,
  ...props
}: FieldsProps & { rows: number; more: string; isInPanel: boolean }) {
  const { fields, focus } = props;
  const text = (name: string) => fieldProps(fields[name]!, focus);
  return (
    <>
      <FieldPair>
        <TextField
          label="Name"
          {...text("name")}
          autoFocus={isInPanel ? (focus ?? "name") === "name" : focus === "name"}
          hint="As customers see it, e.g. Speed Post"
          maxLength={PLAN_MAX.name}
          autoComplete="off"
          dir="auto"
          required
        />
        <TextField
          label="Carrier"
          {...text("carrier")}
          hint="Optional, e.g. India Post"
          maxLength={PLAN_MAX.name}
          autoComplete="off"
          dir="auto"
        />
      </FieldPair>
      <FieldPair>
        <TextField
          label="Working days, from"
          {...text("daysFrom")}
          {...WHOLE}
          hint="Between sending and arrival"
          required
        />
        <TextField
          label="Working days, to"
          {...text("daysTo")}
          {...WHOLE}
          hint={`At most ${PLAN_MAX.days}`}
          required
        />
      </FieldPair>
      <Price {...props} rows={rows} more={more} />
      <FieldPair>
        <TextField
          label="Free above (₹)"
          {...text("freeAbove")}
          {...RUPEES}
          hint="Optional: of what the books cost"
        />
        <TextField
          label="Heaviest parcel"
          {...text("maxGrams")}
          hint="Optional, with packing: 5000 or 5 kg"
          maxLength={14}
          autoComplete="off"
        />
      </FieldPair>
      <GyanPost {...props} />
      <PickUp {...props} />
      <AtTheDoor {...props} />
    </>
  );
}

function Price({ fields, focus, rows, more }: FieldsProps & { rows: number; more: string }) {
  const text = (name: string) => fieldProps(fields[name]!, focus);
  return (
    <FormGroup title="Price" level={3}>
      <FieldPair>
        <SelectField label="Charged as" {...text("by")}>
          <Options of={Object.entries(RATES_BY)} />
        </SelectField>
        <TextField label="One price (₹)" {...text("flatPrice")} {...RUPEES} />
      </FieldPair>
      <fieldset aria-describedby="steps-rule" className="min-w-0">
        <legend className="font-semibold">Steps</legend>
        <p id="steps-rule" className="text-muted mb-2 text-sm">
          Only for steps. By weight: with packing, 500 or 1.5 kg; a parcel above the last step is not taken.
          By what the books cost: in rupees; leave “Up to” of the last step empty. Empty rows do not count.
        </p>
        <div className="grid grid-cols-1 gap-2">
          {Array.from({ length: rows }, (_, row) => (
            <div key={row} className="grid grid-cols-2 items-start gap-x-4">
              <TextField
                label={<StepLabel row={row}>Up to</StepLabel>}
                {...text(`upTo-${row}`)}
                maxLength={14}
                autoComplete="off"
              />
              <TextField
                label={<StepLabel row={row}>Price (₹)</StepLabel>}
                {...text(`price-${row}`)}
                {...RUPEES}
              />
            </div>
          ))}
        </div>
        {rows < PLAN_MAX.steps ? (
          <Button variant="plain" size="sm" name="intent" value={more} className="mt-2">
            More Steps
          </Button>
        ) : null}
      </fieldset>
    </FormGroup>
  );
}

/** Only the first row shows its labels; screen readers hear which row it is. */
const StepLabel = ({ row, children }: { row: number; children: string }) =>
  row === 0 ? (
    <>
      {children}
      <span className="sr-only">, step 1</span>
    </>
  ) : (
    <span className="sr-only">
      {children}, step {row + 1}
    </span>
  );

const isUsed = (fields: Record<string, Field>, names: string[]) =>
  names.some((name) => fields[name]!.initialValue || fields[name]!.errors?.length);

function GyanPost({ fields, focus }: FieldsProps) {
  return (
    <CheckboxField
      label="Only for books that may go by Gyan Post"
      {...checkboxProps(fields.isGyanPost!, focus)}
      hint="Not offered for a parcel with a book whose form says that it may not go"
    />
  );
}

function PickUp({ fields, focus }: FieldsProps) {
  return (
    <FoldedGroup title="Picked up at the shop" isOpen={isUsed(fields, ["pickUp", "pickUpHours"])}>
      <CheckboxField
        label="Customers fetch the books at the shop"
        {...checkboxProps(fields.pickUp!, focus)}
        hint="Nothing is sent. The days then say when the books are ready"
      />
      <TextField
        label="Hours"
        {...fieldProps(fields.pickUpHours!, focus)}
        hint="As customers read them, e.g. Mon to Sat, 10 am to 6 pm"
        maxLength={PLAN_MAX.hours}
        autoComplete="off"
        dir="auto"
      />
    </FoldedGroup>
  );
}

function AtTheDoor({ fields, focus }: FieldsProps) {
  const text = (name: string) => fieldProps(fields[name]!, focus);
  const names = Object.keys(fields).filter((name) => name.startsWith("cod"));
  return (
    <FoldedGroup title="Paying at the door" isOpen={isUsed(fields, names)}>
      <CheckboxField
        label="Customers may pay at the door (cash on delivery)"
        {...checkboxProps(fields.codOffered!, focus)}
      />
      <TextField
        label="Fee (₹)"
        {...text("codFee")}
        {...RUPEES}
        hint="Optional: on top of the price of delivery"
      />
      <FieldPair>
        <TextField label="From (₹)" {...text("codFrom")} {...RUPEES} hint="Optional: books cost at least" />
        <TextField label="Up to (₹)" {...text("codUpTo")} {...RUPEES} hint="Optional: books cost at most" />
      </FieldPair>
      <TextField
        label="Part paid online before (%)"
        {...text("codPartPercent")}
        {...WHOLE}
        hint={`Optional: 1 to ${PLAN_MAX.partPercent} per cent of the total. Keeps away orders that nobody takes`}
      />
      <CheckboxField
        label="Delivery is paid online before in any case"
        {...checkboxProps(fields.codPartDelivery!, focus)}
      />
      <TextAreaField
        label="Not at these PIN codes"
        {...text("codNotAtPins")}
        rows={2}
        hint="Optional: PIN codes or their first digits, with spaces between"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
      />
    </FoldedGroup>
  );
}
