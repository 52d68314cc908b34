import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * Does for a navigation what the browser does for a new document: the focus moves to the page's heading, which is read
 * out, and Tab goes on from there. A field with autoFocus keeps the focus. Within the same page the focus stays where it
 * is, unless the focused element is gone.
 */
export function PageFocus() {
  const { pathname, hash, key } = useLocation();
  useTopOfNewPage(pathname, hash);
  const shown = useRef({ pathname, key });
  const last = useRef<Element>(null);

  useEffect(() => {
    const remember = ({ target }: FocusEvent) => (last.current = target as Element);
    addEventListener("focusin", remember);
    return () => removeEventListener("focusin", remember);
  }, []);

  useEffect(() => {
    const before = shown.current;
    if (before.key === key) return;
    shown.current = { pathname, key };
    const { activeElement } = document;
    const isKept =
      before.pathname === pathname
        ? activeElement !== document.body || last.current?.isConnected !== false
        : activeElement?.closest("main") && activeElement.id !== "main";
    if (!isKept) focusOn((hash && document.getElementById(hash.slice(1))) || heading());
  }, [pathname, hash, key]);
  return null;
}

/** A form with preventScrollReset may lead to another page, which starts at its top. */
function useTopOfNewPage(pathname: string, hash: string) {
  const type = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (type !== "POP" && !hash) scrollTo(0, 0);
  }, [pathname, hash, type]);
}

/** First in the tab order. Does not change the address: for the router that would be another navigation. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="skip-link btn btn-primary"
      onClick={(event) => {
        event.preventDefault();
        const main = document.getElementById("main");
        main?.scrollIntoView();
        focusOn(main);
      }}
    >
      Skip to content
    </a>
  );
}

const heading = () => document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");

function focusOn(target: HTMLElement | null) {
  if (!target) return;
  if (target.tabIndex < 0) {
    target.tabIndex = -1;
    // The focus is not shown here: the heading is a place to read on, not a control.
    target.style.outline = "none";
  }
  target.focus({ preventScroll: true });
}
