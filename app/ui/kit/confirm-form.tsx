import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { ConfirmDialog } from "./dialog";
import { FormButtons } from "./form-buttons";

/**
 * A question in a dialog with the form that answers it: a POST to the current page, unless `action` names another.
 * @param closeTo the page without the dialog @param children the question, and the form's hidden fields
 * @param button confirms @param cancel the label of Cancel
 * @param autoFocus on Cancel, the least harmful answer
 * @param below what is shown under the form
 */
export function ConfirmForm({
  title,
  closeTo,
  button,
  cancel,
  autoFocus = true,
  below,
  children,
  ...form
}: Omit<ComponentProps<typeof Form>, "method" | "title" | "autoFocus"> & {
  title: string;
  closeTo: string;
  button: ReactNode;
  cancel?: string;
  autoFocus?: boolean;
  below?: ReactNode;
}) {
  return (
    <ConfirmDialog title={title} closeTo={closeTo}>
      <Form method="post" preventScrollReset className="grid gap-4" {...form}>
        {children}
        <FormButtons closeTo={closeTo} cancel={cancel} autoFocus={autoFocus}>
          {button}
        </FormButtons>
      </Form>
      {below}
    </ConfirmDialog>
  );
}
