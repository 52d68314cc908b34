import { NavLink } from "react-router";

/** The tabs of the pages about the store's search. They are links, since each tab is a page. */
export function SearchTabs() {
  return (
    <nav aria-label="Shoppers’ searches" className="tabs mb-4!">
      <NavLink to="/admin/search" end aria-current="true">
        Not found
      </NavLink>
      <NavLink to="/admin/search/wanted" aria-current="true">
        Asked for
      </NavLink>
      <NavLink to="/admin/search/synonyms" aria-current="true">
        Synonyms
      </NavLink>
    </nav>
  );
}
