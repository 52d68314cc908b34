import { Fragment } from "react";
import { shownAddress } from "~/domain/kit/shown-address";

/** An email address as it was typed, which breaks after its dots and its @, if it has to break. */
export function EmailText({ email }: { email: string }) {
  return (
    <span className="wrap-anywhere">
      {shownAddress(email)
        .split(/(?<=[@.])/)
        .map((part, index) => (
          <Fragment key={index}>
            {index > 0 ? <wbr /> : null}
            {part}
          </Fragment>
        ))}
    </span>
  );
}
