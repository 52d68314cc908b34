import { NavLink } from "react-router";

/** The tabs of the two pages about programs. They are links, since each tab is a page. */
export function ProgramsTabs() {
  return (
    <nav aria-label="Programs" className="tabs mb-6!">
      <NavLink to="/admin/programs" end aria-current="true">
        API keys
      </NavLink>
      <NavLink to="/admin/programs/webhooks" aria-current="true">
        Webhooks
      </NavLink>
    </nav>
  );
}
