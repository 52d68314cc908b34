import { useEffect } from "react";
import { useRevalidator } from "react-router";

const LOOK_AGAIN_MS = 2000;

/** Reads the page's data again every two seconds while something goes on, and the page is in view. */
export function useFollowed(goesOn: boolean) {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!goesOn) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [goesOn, revalidate]);
}
