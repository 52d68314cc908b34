import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";

// react-hot-toast's styles are inserted by goober, which takes the page's nonce from here (CSP).
const nonce = document.querySelector<HTMLElement>("meta[property=csp-nonce]")?.nonce;
if (nonce) Object.assign(window, { __nonce__: nonce });

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
