import type { ReactNode } from "react";

/** Nothing to show, said plainly, with the way on. */
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
    <div className="border-line mx-auto grid max-w-xl justify-items-center gap-4 rounded-lg border border-dashed px-6 py-14 text-center">
      <Heading className="text-2xl">{title}</Heading>
      {children}
    </div>
  );
}
