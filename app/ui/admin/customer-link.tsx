import { Link } from "react-router";

/** A customer's name, linked to their page. Without a name, as after the account was deleted, it shows the id. */
export function CustomerLink({
  customer: { id, name },
  className = "hover:text-accent line-clamp-2 hover:underline",
}: {
  customer: { id: number; name: string };
  className?: string;
}) {
  return (
    <Link to={`/admin/customers/${id}`} dir="auto" className={className}>
      {name || `Customer ${id}`}
    </Link>
  );
}
