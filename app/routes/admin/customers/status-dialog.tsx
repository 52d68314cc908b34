import type { Customer } from "~/domain/people/accounts/customers";
import { Button } from "~/ui/kit/button";
import { EmailText } from "~/ui/kit/email-text";
import { ConfirmForm } from "~/ui/kit/confirm-form";

/** The confirmation before a customer is activated or deactivated. Posts `id` and `status` to the page it is on. */
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
    <ConfirmForm
      title={`${verb} Customer`}
      closeTo={closeTo}
      button={<Button variant={isActive ? "danger" : "primary"}>{verb}</Button>}
    >
      <input type="hidden" name="id" value={customer.id} />
      <input type="hidden" name="status" value={isActive ? "inactive" : "active"} />
      <p className="wrap-anywhere">
        <strong dir="auto">{customer.name}</strong> (<EmailText email={customer.email} />)
      </p>
      <p>
        {isActive
          ? "They are logged out everywhere at once and can no longer log in. Links we emailed them stop working. Their open orders continue."
          : "They can log in again with the password they had."}
      </p>
    </ConfirmForm>
  );
}
