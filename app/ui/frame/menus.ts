import { type RefObject, useEffect } from "react";

/**
 * Menus are <details data-menu>; one that opens an element beside it names it as aria-controls of its summary. An open one
 * closes on Escape, with the focus back on its summary, when the focus moves out of it, and on a click elsewhere.
 * @param around the element that contains the menus
 */
export function useMenusThatClose(around: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const open = () => around.current?.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]") ?? [];
    const closeBut = (target: EventTarget | null) =>
      open().forEach((menu) => {
        if (![menu, openedBy(menu)].some((part) => part?.contains(target as Node | null))) menu.open = false;
      });
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      open().forEach((menu) => {
        menu.open = false;
        menu.querySelector("summary")?.focus();
      });
    };
    const onMove = (event: Event) => closeBut(event.target);
    addEventListener("keydown", onKey);
    addEventListener("click", onMove);
    addEventListener("focusin", onMove);
    return () => {
      removeEventListener("keydown", onKey);
      removeEventListener("click", onMove);
      removeEventListener("focusin", onMove);
    };
  }, [around]);
}

/** What a menu opens outside itself. */
function openedBy(menu: HTMLDetailsElement): HTMLElement | null {
  const id = menu.querySelector("summary")?.getAttribute("aria-controls");
  return id ? document.getElementById(id) : null;
}
