import { type ReactNode, useEffect, useRef } from "react";

/**
 * A titled group of a long form that is folded until somebody opens it; works without scripts.
 * @param isOpen from the start, for a group with values; and opens it later, for one with errors
 */
export function FoldedGroup({
  title,
  isOpen,
  children,
}: {
  title: string;
  isOpen: boolean;
  children: ReactNode;
}) {
  const group = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isOpen && group.current) group.current.open = true;
  }, [isOpen]);
  return (
    <details ref={group} open={isOpen} className="folded-group">
      <summary>
        <h3>{title}</h3>
      </summary>
      <div className="grid min-w-0 grid-cols-1 gap-4">{children}</div>
    </details>
  );
}
