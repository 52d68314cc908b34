import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { useHydrated } from "./hydrated";

export interface Tab {
  id: string;
  label: string;
  panel: ReactNode;
  /** The address of a stylesheet that only this panel needs; loaded when it is opened. */
  styles?: string;
}

/**
 * Tabs by address (`?tab=…`). Without scripts each tab is a link to the page with that panel open; with scripts they are
 * ARIA tabs that switch in place (arrow keys, Home, End) and update the address for Reload and Back.
 */
export function Tabs({
  label,
  tabs,
  initial,
  path,
}: {
  label: string;
  tabs: Tab[];
  initial: string;
  path: string;
}) {
  const isEnhanced = useHydrated();
  const [active, setActive] = useState(initial);
  // A navigation that names another tab (a link, a form's answer) opens it.
  const [named, setNamed] = useState(initial);
  if (named !== initial) {
    setNamed(initial);
    setActive(initial);
  }
  const list = useRef<HTMLDivElement>(null);
  const address = (id: string) => `${path}?tab=${id}`;

  function open(id: string) {
    // Shown when its stylesheet is there.
    startTransition(() => setActive(id));
    // Not a navigation: the page already has every panel, so no loader has to run.
    history.replaceState(history.state, "", address(id));
  }
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // Space presses a tab, as it does a button; a link only reacts to Enter.
    if (event.key === " ") {
      event.preventDefault();
      return event.currentTarget.click();
    }
    const at = tabs.findIndex((tab) => tab.id === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + tabs.length, Home: 0, End: tabs.length - 1 }[
      event.key
    ];
    const tab = to === undefined ? undefined : tabs[to % tabs.length];
    if (!tab) return;
    event.preventDefault();
    open(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  }

  return (
    <div id="tabs">
      <div ref={list} role={isEnhanced ? "tablist" : "navigation"} aria-label={label} className="tabs">
        {tabs.map(({ id, label: name }) => (
          <Link
            key={id}
            id={`tab-${id}`}
            to={`${address(id)}#tabs`}
            {...tabRole(id, id === active, isEnhanced)}
            onClick={(event: MouseEvent) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              open(id);
            }}
            onKeyDown={isEnhanced ? onKeyDown : undefined}
          >
            {name}
          </Link>
        ))}
      </div>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} tab={tab} isActive={tab.id === active} isEnhanced={isEnhanced} />
      ))}
    </div>
  );
}

/** The attributes of an ARIA tab where scripts run, else of a link. */
const tabRole = (id: string, isActive: boolean, isEnhanced: boolean) =>
  isEnhanced
    ? ({
        role: "tab",
        "aria-selected": isActive,
        "aria-controls": `panel-${id}`,
        tabIndex: isActive ? 0 : -1,
      } as const)
    : ({ "aria-current": isActive ? "true" : undefined } as const);

function TabPanel({
  tab: { id, label, panel, styles },
  isActive,
  isEnhanced,
}: {
  tab: Tab;
  isActive: boolean;
  isEnhanced: boolean;
}) {
  return (
    <section
      id={`panel-${id}`}
      role={isEnhanced ? "tabpanel" : undefined}
      // Some panels contain nothing focusable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isEnhanced ? 0 : undefined}
      aria-labelledby={`tab-${id}`}
      hidden={!isActive}
    >
      {isActive && styles ? <link rel="stylesheet" href={styles} precedence="default" /> : null}
      <h2 className="sr-only">{label}</h2>
      {panel}
    </section>
  );
}
