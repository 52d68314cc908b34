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
  useEffect(() => () => latest.current(), []);
}
