import { Link, useRouteLoaderData } from "react-router";
import type { FirstSteps as Steps } from "~/domain/settings/first-steps.server";
import type { RootData } from "~/page-data/root-data";
import { ButtonLink } from "~/ui/kit/button";

const STEPS: { key: keyof Steps; to: string; label: string; why: string }[] = [
  {
    key: "seller",
    to: "/admin/settings",
    label: "Seller",
    why: "the shop's name, address, email and phone, for bills and terms",
  },
  {
    key: "shipping",
    to: "/admin/settings#settings-shippingThreshold",
    label: "Shipping prices",
    why: "what delivery costs, and from what amount on it is free",
  },
  {
    key: "officer",
    to: "/admin/settings#settings-grievanceOfficer",
    label: "Grievance officer",
    why: "whom customers complain to; the E-Commerce Rules ask for a name",
  },
  { key: "carrier", to: "/admin/logistics/providers", label: "Carriers", why: "who takes your parcels" },
  {
    key: "books",
    to: "/admin/products",
    label: "Books",
    why: "add their publishers and languages first",
  },
];

/** The list of what is left to do before the shop can sell. The dashboard shows it until all is done. */
export function FirstSteps({ steps }: { steps: Steps }) {
  const takesOrders = useRouteLoaderData<RootData>("root")?.takesOrders ?? true;
  return (
    <section aria-labelledby="first-steps" className="panel mb-8 grid justify-items-start gap-4">
      <h2 id="first-steps" className="text-xl">
        Before the first sale
      </h2>
      {takesOrders ? null : (
        <p>Customers can look around, but not order, until the seller and the shipping prices are saved.</p>
      )}
      <ul className="grid w-full gap-2">
        {STEPS.map(({ key, to, label, why }) => (
          <li key={key} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-x-3">
            <span className={steps[key] ? "text-good font-semibold" : "text-bad font-semibold"}>
              {steps[key] ? "Done" : "To do"}
            </span>
            <span>
              <Link to={to} className="link">
                {label}
              </Link>
              : {why}
            </span>
          </li>
        ))}
      </ul>
      {steps.books ? null : (
        <div className="flex flex-wrap gap-3">
          <ButtonLink to="/admin/products?add=1" size="sm">
            Add the first book
          </ButtonLink>
          <ButtonLink to="/admin/publishers" size="sm" variant="quiet">
            Publishers
          </ButtonLink>
          <ButtonLink to="/admin/languages" size="sm" variant="quiet">
            Languages
          </ButtonLink>
        </div>
      )}
    </section>
  );
}
