/**
 * Runs in the page: finds text and fields in colours that were not checked before. Contrast depends on the text's colour
 * and size and on the backgrounds behind it, so texts alike in these need one check. For text above something other than
 * its ancestors' backgrounds, the place in the document counts too.
 * @param except a selector of what is left out
 * @param seen keys of the colours checked before, as this function returned them
 * @returns the new keys; their elements are marked with data-new-colours
 */
export function markNewColours([within, except, seen]: readonly [
  string | null,
  string | null,
  readonly string[],
]): string[] {
  interface Ground {
    colours: string;
    place: string;
    isOver: boolean;
  }
  const PLAIN = ["1", "none", "normal", "rgba(0, 0, 0, 0)"];
  const known = new Set(seen);
  const found: string[] = [];
  const part = (within && document.querySelector(within)) || document.body;
  const grounds = new Map<Element, Ground>();
  const own = [
    part,
    ...part.querySelectorAll<HTMLElement>(except ? `:not(${except})` : "*"),
  ] as HTMLElement[];
  const inShadows = own.flatMap(({ shadowRoot }) =>
    shadowRoot ? [...shadowRoot.querySelectorAll<HTMLElement>("*")] : [],
  );
  for (const node of document.querySelectorAll<HTMLElement>("[data-new-colours]"))
    delete node.dataset.newColours;
  for (const node of inShadows) delete node.dataset.newColours;
  for (const node of [...own, ...inShadows]) {
    const text = [...node.childNodes]
      .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ textContent }) => textContent!.trim())
      .join("");
    const isField = node.matches("input, select, textarea");
    if ((!text && !isField) || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    // For screen readers alone.
    const { width, height } = node.getBoundingClientRect();
    if (width < 2 || height < 2) continue;
    const style = getComputedStyle(node);
    const above = parentOf(node)!;
    const isOff =
      node.matches(":disabled, [aria-disabled=true]") || node.closest("label")?.control?.matches(":disabled");
    const link = node.localName === "a" && [
      getComputedStyle(above).color,
      style.textDecorationLine,
      above.childNodes.length > 1,
    ];
    const { colours, place, isOver } = groundOf(node);
    const look = [style.color, isLarge(style), text.length === 1, isField, isOff, link];
    const key = hash(JSON.stringify([look, colours, isOver && place]));
    if (known.has(key)) continue;
    known.add(key);
    found.push(key);
    node.dataset.newColours = "";
  }
  return found;

  function parentOf(node: Element): Element | null {
    const root = node.getRootNode();
    return node.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  }
  /** Large text needs less contrast (WCAG 1.4.3): from 18 pt, or bold from 14 pt. */
  function isLarge({ fontSize, fontWeight }: CSSStyleDeclaration): boolean {
    return Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 14 : 18) * (4 / 3);
  }
  /** What is behind the node's text: up to the first element with a solid colour. */
  function groundOf(node: Element): Ground {
    const before = grounds.get(node);
    if (before) return before;
    const { opacity, filter, mixBlendMode, backgroundColor, backgroundImage, position } =
      getComputedStyle(node);
    const isSolid = /^(?:rgb\(|color\([^/]*\)$|oklab\([^/]*\)$)/.test(backgroundColor);
    const parent = parentOf(node);
    const below = isSolid || !parent ? undefined : groundOf(parent);
    const colours = [opacity, filter, mixBlendMode, backgroundColor].filter(
      (value) => !PLAIN.includes(value),
    );
    // axe does not judge text above a picture or gradient, wherever it is.
    if (backgroundImage !== "none") colours.push("picture");
    const ground = {
      colours: [...colours, ...(below ? [below.colours] : [])].join(" "),
      place: `${node.localName}.${node.classList} ${below?.place}`,
      isOver: (!isSolid && ["absolute", "fixed"].includes(position)) || (below?.isOver ?? false),
    };
    grounds.set(node, ground);
    return ground;
  }
  /** A short name for a long text (FNV-1a). */
  function hash(text: string): string {
    let value = 0x811c9dc5;
    for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    return (value >>> 0).toString(36);
  }
}
