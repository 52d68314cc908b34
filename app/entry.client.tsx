import { startTransition, StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { guardFetch } from "~/ui/frame/navigation/connection";
import { followPlainlyWhenSlow } from "~/ui/frame/navigation/plain-links";
import { guardViewTransitions } from "~/ui/frame/navigation/view-transitions";

const LIST = "/books";
window.fetch = guardFetch(window.fetch.bind(window), (path) => path === LIST && location.pathname === LIST);
guardViewTransitions();
followPlainlyWhenSlow();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
