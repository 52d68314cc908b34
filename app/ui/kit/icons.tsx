/** The few pictures the shop draws: 24 × 24, stroked in the text's colour, hidden from screen readers. */
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
  sidebar: "M4.5 4.5h15a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-15a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1ZM9 4.5v15",
  dashboard: "M4 4h7v9H4ZM13.5 4H20v5h-6.5ZM13.5 11.5H20V20h-6.5ZM4 15.5h7V20H4Z",
  book: "M5 19.5V5.8A1.8 1.8 0 0 1 6.8 4H19v13H6.8A1.8 1.8 0 0 0 5 18.8c0 1 .8 1.7 1.8 1.7H19V17",
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
  route:
    "M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM18 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 17h7a3.5 3.5 0 0 0 0-7H9a3.5 3.5 0 0 1 0-7h1",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20a6.5 6.5 0 0 1 13 0M16 5a3.5 3.5 0 0 1 0 6.5M18 14.2a6.5 6.5 0 0 1 3.5 5.8",
  speech: "M4 5h16v11h-8l-4.5 4v-4H4V5Z",
  envelope: "M3.5 5.5h17v13h-17ZM4 6l8 7 8-7",
  shapes: "M4 13.5h6.5V20H4ZM17 13.5a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5ZM12 3.5l4 7H8l4-7Z",
  gear: "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  shop: "M4 9.5 5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 0 0 5.3 0 2.7 2.7 0 0 0 5.4 0 2.7 2.7 0 0 0 5.3 0M5.5 12v8h13v-8M10 20v-5h4v5",
  logout: "M14 4h5v16h-5M3.5 12H14m-3.5-4 4 4-4 4",
  key: "M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.8-6.8L20 4m-4 4 3 3",
  plus: "M12 5v14M5 12h14",
  warning: "M12 4 2.8 20h18.4L12 4Zm0 6v5m0 2.5h.01",
  heart:
    "M12 20s-7.5-4.6-9-9.2C2 7.2 4.3 4.5 7.2 4.5c2 0 3.7 1.1 4.8 3 1.1-1.9 2.8-3 4.8-3 2.9 0 5.2 2.7 4.2 6.3C19.5 15.4 12 20 12 20Z",
  share: "M12 15V3.5m0 0L8 7.5m4-4 4 4M5 12.5v6a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2v-6",
};

export function Icon({ name, className = "size-6" }: { name: keyof typeof paths; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d={paths[name]} />
    </svg>
  );
}
