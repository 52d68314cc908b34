import type { Problem } from "./look";

/**
 * Runs in the page: WCAG 1.4.10. Only tables and preformatted text may scroll sideways, inside an area of their own.
 * @param faces typefaces to use instead of the system's sans-serif, one after the other; null for the stylesheets' own.
 *   The page keeps the last one
 */
export function reflows(faces: (string | null)[]): [face: string | null, Problem[]][] {
  return faces.map((face) => {
    setFace(face);
    return [face, findWide()];
  });

  function findWide(): Problem[] {
    const problems: Problem[] = [];
    const wide = document.documentElement.scrollWidth;
    const nameOf = (node: Element) => `${node.localName}.${[...node.classList].slice(0, 4).join(".")}`;
    const isOutside = (node: Element) => {
      const { right, width, height } = node.getBoundingClientRect();
      return width > 1 && height > 1 && right + scrollX > innerWidth + 1;
    };
    if (wide > innerWidth) {
      const widest = [...document.querySelectorAll("body *")]
        .filter((node) => isOutside(node) && ![...node.children].some(isOutside))
        .slice(0, 3);
      problems.push({
        rule: "reflow",
        target: "the document",
        summary: `${wide} px wide in a window of ${innerWidth}: ${widest.map(nameOf).join(", ")}`,
      });
    }
    for (const node of document.querySelectorAll<HTMLElement>("body *")) {
      if (node.scrollWidth <= node.clientWidth + 1 || node.clientWidth < 2) continue;
      const { overflowX } = getComputedStyle(node);
      if (overflowX !== "auto" && overflowX !== "scroll") continue;
      // A shelf is one row that is pushed sideways; each of its books fits into the window.
      if (node.matches("pre, input, textarea, select, .shelf > ul") || node.querySelector("table, pre, svg"))
        continue;
      problems.push({
        rule: "reflow",
        target: nameOf(node),
        summary: `${node.scrollWidth} px wide in ${node.clientWidth}: it scrolls sideways, but is not a table`,
      });
    }
    return problems;
  }

  function setFace(name: string | null) {
    const memory = window as unknown as {
      ownFaces?: Map<CSSStyleDeclaration, string>;
      face?: string | null;
    };
    if (name === (memory.face ?? null)) return;
    memory.face = name;
    if (memory.ownFaces === undefined) {
      memory.ownFaces = new Map();
      const shadows = [...document.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ?? []);
      for (const root of [document, ...shadows])
        for (const sheet of [...root.styleSheets, ...root.adoptedStyleSheets]) remember(sheet.cssRules);
    }
    for (const [style, own] of memory.ownFaces) style.fontFamily = name ? `"${name}", ${own}` : own;
  }

  function remember(rules: CSSRuleList) {
    const { ownFaces } = window as unknown as { ownFaces: Map<CSSStyleDeclaration, string> };
    for (const rule of rules) {
      if ("cssRules" in rule) remember(rule.cssRules as CSSRuleList);
      if (!("style" in rule) || rule instanceof CSSFontFaceRule) continue;
      const style = rule.style as CSSStyleDeclaration;
      if (/system-ui|sans-serif/.test(style.fontFamily)) ownFaces.set(style, style.fontFamily);
    }
  }
}
