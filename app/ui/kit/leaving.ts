import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";

/**
 * Calls `forget` as soon as the visitor begins to leave for another page, and when the component goes: what waits to be sent
 * here, such as a search that is being typed, would bring them back.
 */
export function useLeaving(forget: () => void): void {
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const latest = useRef(forget);
  useEffect(() => {
    latest.current = forget;
  });
  useEffect(() => {
    if (next !== undefined && next !== pathname) latest.current();
  }, [next, pathname]);
  // The router says that it is leaving only when React renders next, and what waits may be sent before.
  useEffect(() => {
    const clicked = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link?.href && link.pathname !== pathname) latest.current();
    };
    document.addEventListener("click", clicked, { capture: true });
    return () => document.removeEventListener("click", clicked, { capture: true });
  }, [pathname]);
  useEffect(() => () => latest.current(), []);
}
