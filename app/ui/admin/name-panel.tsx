import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { type MasterDataEntity, masterDataSchema } from "~/domain/master-data/master-data";
import { Button } from "../button";
import { FormButtons } from "./form-buttons";
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
          dir="auto"
          autoFocus
        />
        <FormButtons closeTo={closeTo}>
          <Button>
            {current ? "Update" : "Add"} {noun}
          </Button>
        </FormButtons>
      </Form>
      {children ? (
        <section className="mt-10">
          <div className="part-head">
            <h3>History</h3>
          </div>
          {children}
        </section>
      ) : null}
    </SidePanel>
  );
}
