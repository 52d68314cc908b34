import { useContext, useEffect, useRef, useState } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useFetchers,
  useLocation,
  useNavigation,
} from "react-router";
import { connectRouter, forgetFailedVisit } from "./connection";
import { watchSubmits } from "./pending-submits";

const SLOW_MS = 1000;

/**
 * Shows that something is being loaded or sent: a thin bar while a page is fetched, a mark on the button of a form that was
 * sent, and, after a second, a text for screen readers.
 */
export function PageProgress() {
  const navigation = useNavigation();
  const isFetching = navigation.state !== "idle";
  const isSending = usePendingSubmits();
  const isSlow = useLasting(isFetching || isSending);
  useEffect(forgetFailedVisit, [useLocation()]);
  return (
    <>
      <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1">
        {isFetching ? <div key={navigation.location?.key} className="progress-bar bg-accent h-full" /> : null}
      </div>
      <p role="status" className="sr-only">
        {isSlow ? (isSending ? "Processing..." : "Loading") : null}
      </p>
    </>
  );
}

/** Whether a form is being sent. */
function usePendingSubmits(): boolean {
  const router = useContext(DataRouterContext)?.router;
  const [isPending, setPending] = useState(false);
  const watch = useRef<ReturnType<typeof watchSubmits>>(null);
  useFetchers(); // rerenders when a fetcher changes
  useEffect(() => {
    if (!router) return;
    connectRouter(router);
    const started = watchSubmits(router, setPending);
    watch.current = started;
    return started.stop;
  }, [router]);
  useEffect(() => watch.current?.update());
  return isPending;
}

/** Whether it has been active for a second. */
function useLasting(isActive: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isActive) return;
    const timer = setTimeout(() => setLasting(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isActive]);
  return isLasting;
}
