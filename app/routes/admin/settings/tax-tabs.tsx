import { NavLink } from "react-router";

/** The tabs of the pages about tax, below the settings. They are links, since each tab is a page. */
export function TaxTabs() {
  return (
    <nav aria-label="Tax" className="tabs mb-4!">
      <NavLink to="/admin/settings/tax-rates" aria-current="true">
        Rates
      </NavLink>
      <NavLink to="/admin/settings/hsn" aria-current="true">
        Codes too short
      </NavLink>
    </nav>
  );
}
