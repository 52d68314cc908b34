import { Link } from "react-router";
import { ButtonLink } from "~/ui/button";

const STEPS = [
  {
    to: "/admin/settings",
    label: "Settings",
    why: "name, address, shipping and tax, as they stand on bills",
  },
  {
    to: "/admin/publishers",
    label: "Publishers",
    why: "and languages, authors and book tags, for books to choose from",
  },
  { to: "/admin/logistics/providers", label: "Logistics", why: "who carries the parcels" },
];

/** The first day of a shop: nothing to tell yet, but some things to do. */
export function FirstSteps() {
  return (
    <section aria-labelledby="first-steps" className="panel mb-8 grid justify-items-start gap-4">
      <h2 id="first-steps" className="text-xl">
        Before the first sale
      </h2>
      <ol className="grid list-decimal gap-1 pl-5">
        {STEPS.map(({ to, label, why }) => (
          <li key={to}>
            <Link to={to} className="link">
              {label}
            </Link>
            : {why}
          </li>
        ))}
        <li>The books themselves</li>
      </ol>
      <ButtonLink to="/admin/products?add=1" size="sm">
        Add the first book
      </ButtonLink>
    </section>
  );
}
