import type { StaffCoupon } from "~/domain/sales/coupons/staff-coupons";
import { couponFormValues } from "~/domain/sales/coupons/coupon-form";
import { COUPON_MAX } from "~/domain/sales/coupons/coupons.schema";
import { ClashReport } from "~/ui/admin/forms/clash-report";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { FieldPair, FormGroup } from "~/ui/admin/forms/form-group";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/ui/kit/field";
import { type CheckboxControl, checkboxProps, type FieldControl, fieldProps } from "~/ui/kit/field-props";
import { firstInvalid } from "~/ui/kit/first-invalid";
import { ShownField } from "~/ui/kit/shown-field";
import { useParsedForm, ZodForm } from "~/ui/kit/zod-form";
import { Options } from "~/ui/kit/options";
import { useIsSending } from "~/ui/kit/use-is-sending";
import { type CouponAnswer, parseCouponForm } from "./coupon-answer";

const NEW_COUPON: Partial<ReturnType<typeof couponFormValues>> = {
  kind: "percentage",
  scope: "all",
  active: "on",
};

/** The fields in the order of the page, for the error summary. */
const TYPED = [
  "code",
  "description",
  "kind",
  "value",
  "setSize",
  "mostDiscount",
  "scope",
  "which",
  "minimumSubtotal",
  "leastCopies",
  "groupId",
  "leastBought",
  "startsOn",
  "startsTime",
  "endsOn",
  "endsTime",
  "totalLimit",
  "customerLimit",
] as const;

interface CouponFormProps {
  /** null to add one. */
  coupon: StaffCoupon | null;
  groups: { id: number; name: string }[];
  answer?: CouponAnswer;
  closeTo: string;
}

export function CouponForm({ coupon, groups, answer, closeTo }: CouponFormProps) {
  const { form, fields, isSaving } = useCouponForm(coupon, answer);
  const clash = answer?.clash;
  const inOrder = TYPED.map((name) => fields[name]);
  const focus = firstInvalid(inOrder);
  const control = (name: (typeof TYPED)[number]) => ({
    ...fieldProps(fields[name], focus),
    defaultValue: fields[name].initialValue ?? "",
    autoComplete: "off",
  });
  return (
    <ZodForm
      form={form}
      fields={inOrder}
      summary={clash ? <ClashReport message={form.errors?.[0]} fields={clash.fields} /> : undefined}
      preventScrollReset
      className="grid gap-5"
    >
      {/* The version on which the form is based; after a clash the stored one. */}
      <ShownField shown={coupon?.version ?? 0} answered={answer?.version} />
      <TextField
        label="Code"
        {...control("code")}
        autoFocus={(focus ?? "code") === "code" && !clash}
        hint="3 to 30 letters, digits or hyphens, as customers type it"
        maxLength={COUPON_MAX.code}
        autoCapitalize="characters"
        spellCheck={false}
        className="uppercase"
        required
      />
      <TextField
        label="Description"
        {...control("description")}
        maxLength={COUPON_MAX.description}
        hint="Optional: what it is for. Customers do not see it"
        dir="auto"
      />
      <DiscountFields
        kind={control("kind")}
        value={control("value")}
        setSize={control("setSize")}
        mostDiscount={control("mostDiscount")}
        uses={coupon?.uses ?? 0}
      />
      <ScopeFields scope={control("scope")} which={control("which")} />
      <NeedFields
        minimumSubtotal={control("minimumSubtotal")}
        leastCopies={control("leastCopies")}
        groupId={control("groupId")}
        leastBought={control("leastBought")}
        automatic={checkboxProps(fields.automatic)}
        groups={groups}
      />
      <FormGroup title="Dates" level={3}>
        <DayAndTime label="Starts" date={control("startsOn")} time={control("startsTime")}>
          Optional; from the beginning of the day unless a time is set
        </DayAndTime>
        <DayAndTime label="Ends" date={control("endsOn")} time={control("endsTime")}>
          Optional; the last day is included unless a time is set
        </DayAndTime>
      </FormGroup>
      <LimitFields
        totalLimit={control("totalLimit")}
        customerLimit={control("customerLimit")}
        active={checkboxProps(fields.active)}
      />
      <FormButtons closeTo={closeTo} isLong>
        <Button name="intent" value="save-coupon" isBusy={isSaving}>
          {coupon ? "Update Coupon" : "Add Coupon"}
        </Button>
      </FormButtons>
    </ZodForm>
  );
}

/** The state of the form. @returns notice: the ref of the clash report, which gets the focus */
function useCouponForm(coupon: StaffCoupon | null, answer: CouponAnswer | undefined) {
  const isSaving = useIsSending("save-coupon");
  const [form, fields] = useParsedForm({
    id: "coupon-form",
    lastResult: answer?.result,
    defaultValue: coupon ? couponFormValues(coupon) : NEW_COUPON,
    parse: parseCouponForm,
  });
  return { form, fields, isSaving };
}

const DECIMAL = { inputMode: "decimal", maxLength: COUPON_MAX.number } as const;
const WHOLE = { inputMode: "numeric", maxLength: String(COUPON_MAX.limit).length } as const;

/** @param uses number of orders that use the coupon */
function DiscountFields({
  kind,
  value,
  setSize,
  mostDiscount,
  uses,
}: Record<"kind" | "value" | "setSize" | "mostDiscount", FieldControl> & { uses: number }) {
  return (
    <FormGroup title="Discount" level={3}>
      <FieldPair>
        <SelectField label="Kind" {...kind} hint="What the value stands for">
          <option value="percentage">Percentage of the books</option>
          <option value="amount">Amount in rupees</option>
          <option value="copies">Free copies (three for two)</option>
          <option value="delivery">Free delivery</option>
        </SelectField>
        <TextField
          label="Value"
          {...value}
          {...DECIMAL}
          hint="In per cent, in rupees, or free copies of a set; empty for free delivery"
        />
        <TextField
          label="Copies of a set"
          {...setSize}
          {...WHOLE}
          hint="Only of free copies: 3, with the value 1, is three for two"
        />
        <TextField
          label="Highest discount (₹)"
          {...mostDiscount}
          {...DECIMAL}
          hint="Optional: only of a percentage"
        />
      </FieldPair>
      {uses > 0 ? (
        <p className="text-muted text-sm">
          Used by {uses === 1 ? "one order, which keeps" : `${uses} orders, which keep`} code and discount.
          Changes apply to new orders.
        </p>
      ) : null}
    </FormGroup>
  );
}

function ScopeFields({ scope, which }: Record<"scope" | "which", FieldControl>) {
  return (
    <FormGroup title="Books" level={3}>
      <SelectField label="Applies to" {...scope} hint="The discount is taken off these books alone">
        <option value="all">All books</option>
        <option value="books">Certain books</option>
        <option value="authors">Books by certain authors</option>
        <option value="tags">Books with certain tags</option>
      </SelectField>
      <TextAreaField
        label="Which ones"
        {...which}
        maxLength={COUPON_MAX.targetsText}
        rows={3}
        dir="auto"
        hint="Each on its own line: the names of authors or tags; the ISBN, #number or title of a book. Empty for all books"
      />
    </FormGroup>
  );
}

function NeedFields({
  minimumSubtotal,
  leastCopies,
  groupId,
  leastBought,
  automatic,
  groups,
}: Record<"minimumSubtotal" | "leastCopies" | "groupId" | "leastBought", FieldControl> & {
  automatic: CheckboxControl;
  groups: CouponFormProps["groups"];
}) {
  return (
    <FormGroup title="Who gets it" level={3}>
      <FieldPair>
        <TextField
          label="Minimum order (₹)"
          {...minimumSubtotal}
          {...DECIMAL}
          hint="Optional: of all books in the cart"
        />
        <TextField
          label="Minimum copies"
          {...leastCopies}
          {...WHOLE}
          hint="Optional: of the books that it is for"
        />
      </FieldPair>
      <FieldPair>
        <SelectField label="Customer group" {...groupId}>
          <option value="">All customers</option>
          <Options of={groups.map(({ id, name }) => [id, `Only ${name}`])} />
        </SelectField>
        <TextField
          label="Bought before (₹)"
          {...leastBought}
          {...DECIMAL}
          hint="Optional: what the customer’s orders have come to"
        />
      </FieldPair>
      <CheckboxField
        label="Automatic"
        {...automatic}
        hint="It applies without a code. An order has one coupon: the one that takes off most"
      />
    </FormGroup>
  );
}

/** A date and a time of day side by side, in Indian time. */
function DayAndTime({
  label,
  date,
  time,
  children,
}: {
  label: string;
  date: FieldControl;
  time: FieldControl;
  children: string;
}) {
  const hint = `${date.id}-rule`;
  return (
    <fieldset aria-describedby={hint} className="grid min-w-0 grid-cols-1 gap-1">
      <legend className="font-semibold">{label}</legend>
      <p id={hint} className="text-muted text-sm">
        {children}
      </p>
      <div className="grid grid-cols-2 items-start gap-x-4">
        <TextField
          {...date}
          label={<span className="sr-only">{label}: day</span>}
          type="date"
          min="2000-01-01"
          max="2999-12-31"
        />
        <TextField {...time} label={<span className="sr-only">{label}: time in India</span>} type="time" />
      </div>
    </fieldset>
  );
}

function LimitFields({
  totalLimit,
  customerLimit,
  active,
}: Record<"totalLimit" | "customerLimit", FieldControl> & { active: CheckboxControl }) {
  return (
    <FormGroup title="How often" level={3}>
      <FieldPair>
        <TextField label="Orders in all" {...totalLimit} {...WHOLE} hint="Optional limit" />
        <TextField label="Orders of one customer" {...customerLimit} {...WHOLE} hint="Optional limit" />
      </FieldPair>
      <CheckboxField label="Active" {...active} hint="Customers can use it, within its dates and limits" />
    </FormGroup>
  );
}
