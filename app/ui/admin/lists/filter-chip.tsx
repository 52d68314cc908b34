import type { ReactNode } from "react";
import { Link } from "react-router";
import { listHref } from "~/domain/kit/listing/listing";
import { Icon } from "~/ui/kit/icons";

/** A filter as a removable chip; a hidden field keeps it when the form is sent. */
export function FilterChip({
  name,
  value,
  without,
  children,
}: {
  name: string;
  value: string;
  without: URLSearchParams;
  children: ReactNode;
}) {
  return (
    <li className="chip max-w-full">
      <input type="hidden" name={name} value={value} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
      <Link
        to={listHref(without, { [name]: null })}
        preventScrollReset
        className="grid size-6 place-items-center"
        aria-label="Remove this filter"
      >
        <Icon name="close" className="size-4" />
      </Link>
    </li>
  );
}
