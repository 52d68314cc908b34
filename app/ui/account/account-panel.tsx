import type { ReactNode } from "react";
import { PageHeading } from "../page-heading";

/** The frame of the small pages about an account: one narrow column, one panel. */
export function AccountPanel({
  title,
  children,
  below,
}: {
  title: string;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <div className="page-narrow">
      <PageHeading>{title}</PageHeading>
      <div className="panel grid gap-5">{children}</div>
      {below ? <div className="mt-5 flex flex-wrap justify-between gap-x-6 gap-y-2">{below}</div> : null}
    </div>
  );
}
