import { Link } from "react-router";

/** A link that opens beside the form, so that nothing typed is lost. */
export function NewTab({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" className="link">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}
