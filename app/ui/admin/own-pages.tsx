/** The list to which the fields for a link's address refer (`list={OWN_PAGES}`): the browser suggests its entries. */
export function OwnPages({ pages }: { pages: { to: string; label: string }[] }) {
  return (
    <datalist id={OWN_PAGES}>
      {pages.map(({ to, label }) => (
        <option key={to} value={to}>
          {label}
        </option>
      ))}
    </datalist>
  );
}

export const OWN_PAGES = "own-pages";
