import { Link } from "react-router";

export function Breadcrumbs({ items }: { items: { label: string; to?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-6 text-sm">
      <ol className="flex flex-wrap gap-x-2">
        {items.map((item, index) => (
          <li key={item.label} className="flex gap-x-2">
            {index > 0 ? (
              <span aria-hidden="true" className="text-muted">
                ›
              </span>
            ) : null}
            {item.to ? (
              <Link to={item.to} className="link">
                {item.label}
              </Link>
            ) : (
              <span aria-current="page" className="text-muted">
                {item.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
