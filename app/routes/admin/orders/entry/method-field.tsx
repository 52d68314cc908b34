import type { ComponentProps } from "react";
import type { DeliveryPlan } from "~/domain/sales/delivery/plan";
import { SelectField } from "~/ui/kit/field";

/** The ways of delivery that staff can choose from, with their zone if there are several; none: there is no delivery plan. */
export function methodsOf({ isOn, zones }: DeliveryPlan): { id: number; name: string }[] {
  if (!isOn) return [];
  return zones.flatMap((zone) =>
    zone.methods.map(({ id, name }) => ({ id, name: zones.length > 1 ? `${name} (${zone.name})` : name })),
  );
}

type Given = Pick<ComponentProps<typeof SelectField>, "defaultValue" | "errors">;

/** The field of the way of delivery, where there is one. @param none the choice of none, in words */
export function MethodField({
  methods,
  none,
  ...field
}: Given & { methods: readonly { id: number; name: string }[]; none: string }) {
  if (methods.length === 0) return null;
  return (
    <SelectField label="Way of delivery" name="methodId" {...field}>
      <option value="">{none}</option>
      {methods.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
