import { Link } from "react-router";

export function Breadcrumbs({ items }: { items: { label: string; to?: string; lang?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="crumbs">
      <ol>
        {items.map(({ label, to, lang }) => (
          <li key={label}>
            {to ? (
              <Link to={to}>{label}</Link>
            ) : (
              <span aria-current="page" dir="auto" lang={lang}>
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
