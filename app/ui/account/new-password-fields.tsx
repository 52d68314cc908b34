import { PASSWORD_HINT, PASSWORD_MAX } from "~/domain/people/accounts/account-limits";
import { PasswordField } from "~/ui/kit/password-field";

interface Field {
  id: string;
  name: string;
  errors?: string[];
}

/** A new password: typed twice, with a strength meter. */
export function NewPasswordFields({
  label = "New password",
  password,
  confirmPassword,
  focus,
}: {
  label?: string;
  password: Field;
  confirmPassword: Field;
  /** The name of the field that gets the focus (`firstInvalid`). */
  focus: string | undefined;
}) {
  const secret = ({ id, name, errors }: Field) => ({
    id,
    name,
    errors,
    autoFocus: focus === name,
    autoComplete: "new-password",
    maxLength: PASSWORD_MAX,
  });
  return (
    <>
      <PasswordField label={label} {...secret(password)} hint={PASSWORD_HINT} meter />
      <PasswordField label="Confirm password" {...secret(confirmPassword)} />
    </>
  );
}

/** The current password, asked for before an important change. */
export function CurrentPasswordField({ field, focus }: { field: Field; focus: string | undefined }) {
  const { id, name, errors } = field;
  return (
    <PasswordField
      label="Current password"
      id={id}
      name={name}
      errors={errors}
      autoFocus={focus === name}
      autoComplete="current-password"
    />
  );
}
