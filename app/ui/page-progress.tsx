import { useNavigation } from "react-router";

/** A thin bar while a navigation is really pending; no added wait. */
export function PageProgress() {
  const navigation = useNavigation();
  const busy = navigation.state !== "idle";
  return (
    <div role="status" aria-live="polite" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1">
      {busy ? (
        <>
          <div key={navigation.location?.key} className="progress-bar bg-accent h-full" />
          <span className="sr-only">Loading</span>
        </>
      ) : null}
    </div>
  );
}
