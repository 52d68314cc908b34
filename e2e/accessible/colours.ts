/**
 * Runs in the page: finds text and fields in colours that were not checked before. Contrast depends on the text's colour
 * and size and on the backgrounds behind it, so texts alike in these need one check. For text above something other than
 * its ancestors' backgrounds, the place in the document counts too.
 * @param seen keys of the colours checked before, as this function returned them
 * @returns the new keys; their elements are marked with data-new-colours
 */
export function markNewColours([within, seen]: readonly [string | null, readonly string[]]): string[] {
  const known = new Set(seen);
  const found: string[] = [];
  document
    .querySelectorAll("[data-new-colours]")
    .forEach((node) => delete (node as HTMLElement).dataset.newColours);
  const part = (within && document.querySelector(within)) || document.body;
  for (const node of [part, ...part.querySelectorAll<HTMLElement>("*")] as HTMLElement[]) {
    // Selectors do not reach into a shadow root, axe does.
    if (node.shadowRoot) node.dataset.newColours = "";
    const text = [...node.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent!.trim())
      .join("");
    const isField = node.matches("input, select, textarea");
    if ((!text && !isField) || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    const own = getComputedStyle(node);
    const above = getComputedStyle(node.parentElement!);
    const isOff =
      node.matches(":disabled, [aria-disabled=true]") || node.closest("label")?.control?.matches(":disabled");
    const link = node.localName === "a" && [
      above.color,
      own.textDecorationLine,
      node.parentElement!.childNodes.length > 1,
    ];
    const key: unknown[] = [own.color, own.fontSize, own.fontWeight, text.length === 1, isField, isOff, link];
    const place: string[] = [];
    let isOver = false;
    for (let ground: Element | null = node; ground; ground = ground.parentElement) {
      const style = getComputedStyle(ground);
      key.push(style.opacity, style.filter, style.mixBlendMode);
      place.push(`${ground.localName}.${ground.classList}`);
      if (style.backgroundImage !== "none") isOver = true;
      if (style.backgroundColor !== "rgba(0, 0, 0, 0)") key.push(style.backgroundColor);
      if (/^(?:rgb\(|color\([^/]*\)$|oklab\([^/]*\)$)/.test(style.backgroundColor)) break;
      if (["absolute", "fixed"].includes(style.position)) isOver = true;
    }
    const plain = key.filter((value) => value !== "1" && value !== "none" && value !== "normal");
    const colours = JSON.stringify([...plain, isOver && place]);
    if (known.has(colours)) continue;
    known.add(colours);
    found.push(colours);
    node.dataset.newColours = "";
  }
  return found;
}
