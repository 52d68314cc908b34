import type { ReactNode } from "react";

/** Says that there is nothing to show, with a link to go on. */
export function EmptyState({
  title,
  children,
  level: Heading = "h2",
}: {
  title: string;
  children?: ReactNode;
  level?: "h1" | "h2";
}) {
  return (
    <div className="empty">
      <Heading className="text-2xl">{title}</Heading>
      {children}
    </div>
  );
}
