import type { ComponentProps, ReactNode } from "react";
import { Form } from "react-router";
import { ConfirmDialog } from "./dialog";
import { FormButtons } from "./form-buttons";

/**
 * A question in a dialog, and the form that answers it: a POST to the page it stands on, unless `action` says otherwise.
 * @param closeTo the page without it @param children what is asked, and the form's hidden fields
 * @param button does it @param cancel the words of the way out
 * @param autoFocus on the way out, the least harmful answer
 * @param below what stands under the form
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
