import { useLayoutEffect, useRef } from "react";
import {
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useLocation,
  useNavigationType,
} from "react-router";

/** Where React Router stores the positions, by the key of the history entry. */
const STORED_AT = "react-router-scroll-positions";

/**
 * On the root element: parts far below have their real height from the start, and not only when they are near
 * (styles/storefront.css). A page that was left in its middle opens there again.
 */
const WHOLE = "whole";

/** Scrolls a reloaded page to its old position before React runs, and gives the first history entry its key. */
const SCRIPT = `(k=>{var h=history,y;h.state?.key||h.replaceState({key:""+Math.random()},"");try{y=JSON.parse(sessionStorage[k]||"{}")[h.state.key];y>0&&(document.documentElement.className+=" ${WHOLE}",scrollTo(0,y))}catch(e){}})("${STORED_AT}")`;

/** React Router's ScrollRestoration with its inline script written shorter: a first visit has few bytes to spare. */
export function ScrollRestoration({ nonce }: { nonce: string }) {
  const isBack = useNavigationType() === "POP";
  const { key } = useLocation();
  const shown = useRef(key);
  useLayoutEffect(() => {
    // The first page is opened, not gone back to; SCRIPT has seen whether it is a reloaded one.
    if (shown.current !== key) document.documentElement.classList.toggle(WHOLE, isBack);
    shown.current = key;
  }, [isBack, key]);
  useScrollRestoration({ storageKey: STORED_AT });
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
