import { useEffect } from "react";
import { useRevalidator } from "react-router";

const LOOK_AGAIN_MS = 2000;

/** Reads the page's data again every two seconds while something is under way and the page is in view. */
export function useReloadWhile(isUnderway: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isUnderway) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isUnderway, revalidate]);
}
