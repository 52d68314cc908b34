/** The shop's icons: 24 × 24, stroked in the text's colour, hidden from screen readers. */
const paths = {
  cart: "M3 4h2l2.4 11.2a1 1 0 0 0 1 .8h8.9a1 1 0 0 0 1-.8L20 8H6.2M9.5 20.2h.01M16.5 20.2h.01",
  search: "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4.5 4.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  sun: "M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z",
  user: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0",
  chevron: "m6 9 6 6 6-6",
  close: "M6 6l12 12M18 6 6 18",
  up: "M12 19V5m-6 6 6-6 6 6",
  down: "M12 5v14m-6-6 6 6 6-6",
  sortable: "m8 9.5 4-4 4 4M8 14.5l4 4 4-4",
  plus: "M12 5v14M5 12h14",
  warning: "M12 4 2.8 20h18.4L12 4Zm0 6v5m0 2.5h.01",
  heart:
    "M12 20s-7.5-4.6-9-9.2C2 7.2 4.3 4.5 7.2 4.5c2 0 3.7 1.1 4.8 3 1.1-1.9 2.8-3 4.8-3 2.9 0 5.2 2.7 4.2 6.3C19.5 15.4 12 20 12 20Z",
  share: "M12 15V3.5m0 0L8 7.5m4-4 4 4M5 12.5v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6",
};

export type IconName = keyof typeof paths;

export const Icon = ({ name, className }: { name: IconName; className?: string }) => (
  <Drawing path={paths[name]} className={className} />
);

export function Drawing({ path, className = "size-6" }: { path: string; className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`icon ${className}`}>
      <path d={path} />
    </svg>
  );
}
