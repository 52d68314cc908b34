import type { ReactNode } from "react";

/** The title of a page of the back office, ruled off; beside it the one thing to do here. */
export function AdminHeading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="admin-heading rule">
      <h1 dir="auto">{children}</h1>
      {aside}
    </div>
  );
}
