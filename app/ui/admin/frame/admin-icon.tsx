import { Drawing, Icon, type IconName } from "~/ui/kit/icons";

/** Icons that only the back office has: the store does not load them. */
const paths = {
  sidebar: "M4.5 4.5h15a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM9 4.5v15",
  dashboard: "M4 4h7v9H4ZM13.5 4H20v5h-6.5ZM13.5 11.5H20V20h-6.5ZM4 15.5h7V20H4Z",
  book: "M5 19.5V5.8A1.8 1.8 0 0 1 6.8 4H19v13H6.8A1.8 1.8 0 0 0 5 18.8c0 1 .8 1.7 1.8 1.7H19V17",
  books: "M4.5 4.5h4v15h-4ZM8.5 4.5h4v15h-4ZM13.2 5.6l3.9-1 3.6 14.4-3.9 1Z",
  tray: "M12 3.5v11m-4-4 4 4 4-4M4 14.5v5.5h16v-5.5",
  building: "M5 20.5v-16h9v16M14 9h5v11.5M3 20.5h18M8 8h3M8 12h3M8 16h3",
  pen: "M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 3L8 18.6 4 20Z",
  tag: "M4 4h7.5l8.5 8.5-7.5 7.5L4 11.5V4Zm4 4h.01",
  ticket: "M4 6.5h16v3.4a2.2 2.2 0 0 0 0 4.2v3.4H4v-3.4a2.2 2.2 0 0 0 0-4.2V6.5ZM14 6.5v2m0 2.5v2m0 2.5v2",
  globe:
    "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM3.5 12h17M12 3.5c5 5.2 5 11.8 0 17M12 3.5c-5 5.2-5 11.8 0 17",
  truck:
    "M3 6h11v10H3ZM14 9.5h4l3 3.5v3h-7M7 19a1.75 1.75 0 1 0 0-3.5A1.75 1.75 0 0 0 7 19ZM17.5 19a1.75 1.75 0 1 0 0-3.5 1.75 1.75 0 0 0 0 3.5Z",
  receipt:
    "M6 3.5v17l2-1.2 2 1.2 2-1.2 2 1.2 2-1.2 2 1.2v-17l-2 1.2-2-1.2-2 1.2-2-1.2-2 1.2-2-1.2ZM9 9h6M9 13h6",
  ledger: "M5.5 3.5h13v17h-13ZM8.5 7.5h7M8.5 11.5h1.5m4 0h1.5M8.5 14.5h1.5m4 0h1.5M8.5 17.5h1.5m4 0h1.5",
  route:
    "M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 17h7a3.5 3.5 0 0 0 0-7H9a3.5 3.5 0 0 1 0-7h1",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.5 3.5 0 0 1 0 6.5M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  speech: "M4 5h16v11h-8l-4.5 4v-4H4V5Z",
  envelope: "M3.5 5.5h17v13h-17ZM4 6l8 7 8-7",
  shapes: "M4 13.5h6.5V20H4ZM17 13.5a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5ZM12 3.5l4 7H8l4-7Z",
  gear: "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  shop: "M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-5h4v5",
  history: "M4.5 12a7.5 7.5 0 1 0 2.3-5.4L4 9.2M4 4.2v5h5M12 8v4.5l3 2",
  logout: "M14 4h5v16h-5M3.5 12H14m-3.5-4 4 4-4 4",
  key: "M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.8-6.8L20 4m-4 4 3 3",
  checks: "m3.5 6.5 2 2 3.5-4M12 6.5h8.5M3.5 16l2 2 3.5-4M12 16h8.5",
  palette:
    "M12 3.5a8.5 8.5 0 1 0 0 17c1.4 0 2-.9 2-1.9 0-1.3-1-1.6-1-2.8 0-1 .8-1.8 1.9-1.8h2.2c2 0 3.4-1.5 3.4-3.4C20.5 6.5 16.7 3.5 12 3.5ZM7.5 12h.01M9.5 8h.01M14.5 8h.01",
};

export type AdminIconName = IconName | keyof typeof paths;

const isOwn = (name: AdminIconName): name is keyof typeof paths => name in paths;

/** An icon of the back office: one of its own, or one of the store's. */
export const AdminIcon = ({ name, className }: { name: AdminIconName; className?: string }) =>
  isOwn(name) ? (
    <Drawing path={paths[name]} className={className} />
  ) : (
    <Icon name={name} className={className} />
  );
