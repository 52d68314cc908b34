import type { SubmissionResult } from "@conform-to/react";
import { Link, useSearchParams } from "react-router";
import type { AuditEntry } from "~/domain/kit/audit/audit";
import { hasPages } from "~/domain/catalogue/names/paged-entities";
import { listHref } from "~/domain/kit/listing/listing";
import type { MasterDataEntity } from "~/domain/kit/master-data";
import { TRACKING_PAGE_MAX } from "~/domain/catalogue/names/tracking-page";
import { masterDataSchema } from "~/domain/catalogue/names/master-data.schema";
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
}: {
  entity: MasterDataEntity;
  /** null to add one. */
  current: {
    id: number;
    name: string;
    /** Of a carrier. */
    trackingPage?: string | null;
    uses: number;
    history: AuditEntry[];
  } | null;
  lastResult?: SubmissionResult<string[]>;
  closeTo: string;
  /** The screen's word for it, if not the entity's label. */
  noun?: string;
}) {
  const [params] = useSearchParams();
  const [form, { name, trackingPage }] = useZodForm({
    id: "name",
    lastResult,
    defaultValue: { name: current?.name ?? "", trackingPage: current?.trackingPage ?? "" },
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
        {entity.hasTrackingPage ? (
          <TextField
            label="Tracking page"
            {...fieldProps(trackingPage)}
            maxLength={TRACKING_PAGE_MAX}
            inputMode="url"
            autoComplete="off"
            hint="The address of the carrier’s page for one parcel, with {number} in place of its tracking number. Orders and emails then link to it."
            placeholder="https://carrier.example/track?id={number}"
          />
        ) : null}
        <FormButtons closeTo={closeTo}>
          <Button>
            {current ? "Update" : "Add"} {noun}
          </Button>
        </FormButtons>
      </ZodForm>
      {current ? (
        <>
          <p className="mt-6 flex flex-wrap gap-x-5 gap-y-1">
            {hasPages(entity) ? (
              <Link to={listHref(params, { about: current.id })} preventScrollReset className="link">
                Page in the store
              </Link>
            ) : null}
            <Link to={listHref(params, { merge: current.id })} preventScrollReset className="link">
              Merge into another {entity.noun}
            </Link>
            {current.uses === 0 ? (
              <Link
                to={listHref(params, { confirm: `delete-${current.id}` })}
                preventScrollReset
                className="link"
              >
                Delete
              </Link>
            ) : null}
          </p>
          <PanelHistory entries={current.history} />
        </>
      ) : null}
    </SidePanel>
  );
}
