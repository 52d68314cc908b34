/**
 * Runs in the page: finds what axe's rules about places may refuse, and scrolls to the top, since the focused element may
 * have scrolled the page, so that a sticky bar covers something. Controls that another one overlaps, and controls of less
 * than 24 px with another one near (WCAG 2.5.8), are marked with data-tight.
 * @returns whether there are such controls, or areas that scroll and that the keyboard may not reach
 */
export function markPlaces(within: string | null): boolean {
  scrollTo(0, 0);
  const part = (within && document.querySelector(within)) || document.body;
  for (const node of document.querySelectorAll<HTMLElement>("[data-tight]")) delete node.dataset.tight;
  const all = [part, ...part.querySelectorAll("*")];
  const roots: ParentNode[] = [part, ...all.flatMap(({ shadowRoot }) => shadowRoot ?? [])];
  const focusable = "a[href], button, input, select, textarea, summary, [tabindex]";
  const controls = roots
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(`${focusable}, [role]`)])
    .filter((node) => node.checkVisibility({ visibilityProperty: true }))
    .map((node) => {
      const box = node.getBoundingClientRect();
      const centre = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      return { node, box, centre, isSmall: box.width < 24 || box.height < 24 };
    });
  const tight = controls.filter((one) => controls.some((other) => isTooNear(one, other)));
  for (const { node } of tight) node.dataset.tight = "";
  return (
    tight.length > 0 ||
    all.some((node) => scrolls(node) && !node.matches(focusable) && !node.querySelector(focusable))
  );

  function isTooNear(one: (typeof controls)[number], other: (typeof controls)[number]): boolean {
    if (one.node.contains(other.node) || other.node.contains(one.node)) return false;
    const { x, y } = one.centre;
    const { left, right, top, bottom } = other.box;
    if (one.box.left < right && left < one.box.right && one.box.top < bottom && top < one.box.bottom)
      return true;
    // A circle of 24 px around the centre of a small control touches no other control, nor the circle of a small one.
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    const apart = Math.hypot(other.centre.x - x, other.centre.y - y);
    return one.isSmall && (away < 12 || (other.isSmall && apart < 24));
  }
  function scrolls(node: Element): boolean {
    if (node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth) return false;
    return /auto|scroll/.test(getComputedStyle(node).overflow);
  }
}
