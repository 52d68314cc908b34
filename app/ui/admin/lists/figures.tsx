import type { ReactNode } from "react";
import { Link } from "react-router";

/** The figures at the top of a page, each a `Figure`. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className="figures">{children}</dl>;

/**
 * One figure with its title and a note on what it counts, inside a `dl`.
 * @param to the list that it counts @param className set outside of `Figures`
 */
export function Figure({
  title,
  note,
  to,
  className = "figure",
  children,
}: {
  title: string;
  note: string;
  to?: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div className={className}>
      <dt className={to ? undefined : "text-sm font-semibold"}>
        {to ? (
          <Link to={to} className="figure-title">
            {title}
          </Link>
        ) : (
          title
        )}
      </dt>
      <dd>
        <span className="figure-value">{children}</span>
        <span className="figure-note">{note}</span>
      </dd>
    </div>
  );
}
