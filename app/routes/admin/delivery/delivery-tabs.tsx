import { NavLink } from "react-router";

/** The pages of the delivery plan. They are links, since each tab is a page. */
export function DeliveryTabs() {
  return (
    <nav aria-label="Delivery" className="tabs mb-6!">
      <NavLink to="/admin/delivery" end aria-current="true">
        Zones
      </NavLink>
      <NavLink to="/admin/delivery/days" aria-current="true">
        Weights and days
      </NavLink>
    </nav>
  );
}
