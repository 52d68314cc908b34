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
 * What is under way: a thin bar while a page is fetched, a mark on the button of a form that was sent, and a word for
 * who cannot see either, once it takes its time.
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

/** Whether a form is on its way. */
function usePendingSubmits(): boolean {
  const router = useContext(DataRouterContext)?.router;
  const [isPending, setPending] = useState(false);
  const watch = useRef<ReturnType<typeof watchSubmits>>(null);
  useFetchers(); // its changes count as well
  useEffect(() => {
    if (!router) return;
    connectRouter(router);
    const started = watchSubmits(router, setPending);
    watch.current = started;
    return started.stop;
  }, [router]);
  useEffect(() => watch.current?.look());
  return isPending;
}

/** Whether it has been so for a while. */
function useLasting(isSo: boolean): boolean {
  const [isLasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasting(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo]);
  return isLasting;
}
