import { ScreenLink } from "../frame/rights";

/** A customer's name, linked to their page for staff who may see it. Without a name, as after the account was deleted, it shows the id. */
export function CustomerLink({
  customer: { id, name },
  className = "hover:text-accent line-clamp-2 hover:underline",
}: {
  customer: { id: number; name: string };
  className?: string;
}) {
  return (
    <ScreenLink to={`/admin/customers/${id}`} dir="auto" className={className} textClass="wrap-anywhere">
      {name || `Customer ${id}`}
    </ScreenLink>
  );
}
