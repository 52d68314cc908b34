import { NavLink } from "react-router";

/** The tabs of the two pages about the store's search. They are links, since each tab is a page. */
export function SearchTabs() {
  return (
    <nav aria-label="Search" className="tabs mb-4!">
      <NavLink to="/admin/search" end aria-current="true">
        Not found
      </NavLink>
      <NavLink to="/admin/search/synonyms" aria-current="true">
        Synonyms
      </NavLink>
    </nav>
  );
}
