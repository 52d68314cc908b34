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
  useFreshAfterBack();
  return (
    <>
      {isFetching ? <div key={navigation.location?.key} aria-hidden="true" className="progress-bar" /> : null}
      <p role="status" className="sr-only">
        {isSlow ? (isSending ? "Processing..." : "Loading") : null}
      </p>
    </>
  );
}

/** Loads the page's data again when Back brings it from the browser's memory: an order may have been paid meanwhile. */
function useFreshAfterBack() {
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && void router?.revalidate();
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [router]);
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
