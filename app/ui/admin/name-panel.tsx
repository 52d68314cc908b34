import type { SubmissionResult } from "@conform-to/react";
import type { AuditEntry } from "~/domain/audit/audit";
import { type MasterDataEntity, masterDataSchema } from "~/domain/master-data/master-data";
import { Button } from "~/ui/kit/button";
import { FormButtons } from "~/ui/kit/form-buttons";
import { PanelHistory } from "./history";
import { SidePanel } from "~/ui/kit/dialog";
import { TextField } from "~/ui/kit/field";
import { fieldProps } from "~/ui/kit/field-props";
import { useZodForm, ZodForm } from "~/ui/kit/zod-form";

/** The side panel in which a name of master data is added or changed; it posts to the page's own URL. */
export function NamePanel({
  entity,
  current,
  lastResult,
  closeTo,
  noun = entity.label,
  history,
}: {
  entity: MasterDataEntity;
  /** null to add one. */
  current: { name: string } | null;
  lastResult?: SubmissionResult<string[]>;
  closeTo: string;
  /** The screen's word for it, if not the entity's label. */
  noun?: string;
  history?: AuditEntry[];
}) {
  const [form, { name }] = useZodForm({
    id: "name",
    lastResult,
    defaultValue: { name: current?.name ?? "" },
    schema: masterDataSchema(entity),
  });
  return (
    <SidePanel title={`${current ? "Edit" : "Add New"} ${noun}`} closeTo={closeTo}>
      <ZodForm form={form} preventScrollReset className="grid gap-5">
        <TextField
          label={entity.field}
          {...fieldProps(name)}
          maxLength={entity.max}
          autoComplete="off"
          dir="auto"
          autoFocus
        />
        <FormButtons closeTo={closeTo}>
          <Button>
            {current ? "Update" : "Add"} {noun}
          </Button>
        </FormButtons>
      </ZodForm>
      {history ? <PanelHistory entries={history} /> : null}
    </SidePanel>
  );
}
