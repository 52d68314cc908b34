import type { ReactNode } from "react";

/** The title of a back-office page with a rule below it, and the page's main action beside it. */
export function AdminHeading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="admin-heading rule">
      <h1 dir="auto">{children}</h1>
      {aside}
    </div>
  );
}
