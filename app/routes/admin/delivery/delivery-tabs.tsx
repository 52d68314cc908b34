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
      <NavLink to="/admin/delivery/presets" aria-current="true">
        Presets
      </NavLink>
      <NavLink to="/admin/delivery/rates" aria-current="true">
        Rate card
      </NavLink>
      <NavLink to="/admin/delivery/file" aria-current="true">
        File
      </NavLink>
    </nav>
  );
}
