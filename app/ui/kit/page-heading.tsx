import type { ReactNode } from "react";

export function PageHeading({ children, aside }: { children: ReactNode; aside?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <h1 className="text-3xl">{children}</h1>
      {aside}
    </div>
  );
}
