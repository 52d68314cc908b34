import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { type MasterDataEntity, masterDataSchema } from "~/domain/master-data/master-data";
import { Button, ButtonLink } from "../button";
import { SidePanel } from "../account/dialog";
import { FormErrorSummary, TextField } from "../field";

/** The side panel in which a name of master data is added or changed; it posts to the page's own URL. */
export function NamePanel({
  entity,
  current,
  lastResult,
  closeTo,
  noun = entity.label,
  children,
}: {
  entity: MasterDataEntity;
  /** null: a new one. */
  current: { name: string } | null;
  lastResult?: SubmissionResult<string[]>;
  closeTo: string;
  /** What the screen calls it, where that is not the entity's own word. */
  noun?: string;
  /** Its history. */
  children?: ReactNode;
}) {
  const [form, { name }] = useForm({
    id: "name",
    lastResult,
    defaultValue: { name: current?.name ?? "" },
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: masterDataSchema(entity) }),
  });
  return (
    <SidePanel title={`${current ? "Edit" : "Add New"} ${noun}`} closeTo={closeTo}>
      <Form
        method="post"
        id={form.id}
        onSubmit={form.onSubmit}
        noValidate
        preventScrollReset
        className="grid gap-5"
      >
        <FormErrorSummary id={form.errorId} errors={form.errors} />
        <TextField
          label={entity.field}
          id={name.id}
          name={name.name}
          defaultValue={name.initialValue}
          errors={name.errors}
          maxLength={entity.max}
          autoComplete="off"
          autoFocus
        />
        <div className="flex flex-wrap justify-end gap-3">
          <ButtonLink to={closeTo} preventScrollReset variant="quiet">
            Cancel
          </ButtonLink>
          <Button>
            {current ? "Update" : "Add"} {noun}
          </Button>
        </div>
      </Form>
      {children ? (
        <section className="mt-8">
          <h3 className="mb-3 text-lg">History</h3>
          {children}
        </section>
      ) : null}
    </SidePanel>
  );
}
