import { Form } from "react-router";
import type { Customer } from "~/domain/accounts/customers";
import { Button } from "~/ui/button";
import { FormButtons } from "~/ui/admin/form-buttons";
import { ConfirmDialog } from "~/ui/account/dialog";
import { EmailText } from "~/ui/account/email-text";

/** What is asked before a customer is let in or kept out. Posts `id` and `status` to the page it stands on. */
export function StatusDialog({
  customer,
  closeTo,
}: {
  customer: Pick<Customer, "id" | "name" | "email" | "status">;
  closeTo: string;
}) {
  const isActive = customer.status === "active";
  const verb = isActive ? "Deactivate" : "Activate";
  return (
    <ConfirmDialog title={`${verb} Customer`} closeTo={closeTo}>
      <p className="wrap-anywhere">
        <strong dir="auto">{customer.name}</strong> (<EmailText email={customer.email} />)
      </p>
      <p className="mt-2">
        {isActive
          ? "They are logged out everywhere at once and can no longer log in. Links we emailed them stop working. Their open orders continue."
          : "They can log in again with the password they had."}
      </p>
      <Form method="post" preventScrollReset className="mt-6">
        <input type="hidden" name="id" value={customer.id} />
        <input type="hidden" name="status" value={isActive ? "inactive" : "active"} />
        <FormButtons closeTo={closeTo} autoFocus>
          <Button variant={isActive ? "danger" : "primary"}>{verb}</Button>
        </FormButtons>
      </Form>
    </ConfirmDialog>
  );
}
