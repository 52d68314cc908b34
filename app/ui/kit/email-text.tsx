import { Fragment } from "react";

/** An e-mail address that breaks after its dots and its @, where it must break at all. */
export function EmailText({ email }: { email: string }) {
  return (
    <span className="wrap-anywhere">
      {email.split(/(?<=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 ? <wbr /> : null}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
