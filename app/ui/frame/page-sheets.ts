import { useLayoutEffect } from "react";
import { useLocation } from "react-router";

/**
 * A cached page has its stylesheets in itself, each beside its link, which loads nothing
 * (http/listeners/page-cache/inline-sheets.server.ts). With a link of the page before, this takes its sheet away.
 */
export function usePageSheets() {
  // Rendered with each new page.
  useLocation();
  useLayoutEffect(() => {
    for (const sheet of document.querySelectorAll<HTMLStyleElement>("style[data-of]"))
      if (!document.querySelector(`link[disabled][href="${sheet.dataset.of}"]`)) sheet.remove();
  });
}
