import { UNSAFE_useScrollRestoration as useScrollRestoration } from "react-router";

/** Where React Router stores the positions, by the key of the history entry. */
const STORED_AT = "react-router-scroll-positions";

/** Scrolls a reloaded page to its old position before React runs, and gives the first history entry its key. */
const SCRIPT = `(k=>{var h=history,y;h.state&&h.state.key||h.replaceState({key:Math.random().toString(32).slice(2)},"");try{y=JSON.parse(sessionStorage.getItem(k)||"{}")[h.state.key];y>=0&&scrollTo(0,y)}catch(e){}})("${STORED_AT}")`;

/** React Router's ScrollRestoration with its inline script written shorter: a first visit has few bytes to spare. */
export function ScrollRestoration({ nonce }: { nonce: string }) {
  useScrollRestoration({ storageKey: STORED_AT });
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SCRIPT }} />;
}
