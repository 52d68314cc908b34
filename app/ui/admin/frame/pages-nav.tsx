import { NavLink } from "react-router";

/** The screens of 'Pages', one beside the other. @param openMessages the messages that wait for an answer */
export function PagesNav({ openMessages }: { openMessages: number }) {
  const links = [
    ["/admin/pages", "Pages"],
    ["/admin/pages/news", "News"],
    ["/admin/pages/pictures", "Pictures"],
    ["/admin/pages/messages", openMessages > 0 ? `Messages (${openMessages})` : "Messages"],
    ["/admin/pages/addresses", "Old addresses"],
  ] as const;
  return (
    <nav aria-label="Pages, news, pictures, messages and old addresses" className="tabs mb-4!">
      {links.map(([to, label]) => (
        <NavLink key={to} to={to} end aria-current="true">
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
