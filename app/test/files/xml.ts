export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  /** The text directly in the element. */
  text: string;
  children: XmlElement[];
}

/** Everything that is not a character of XML 1.0. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;
const TOKEN =
  /<\?xml version="1\.0" encoding="UTF-8"\?>|<\/([\w:-]+)>|<([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Reads the XML that the shop writes (elements, attributes, text). @throws when it is not well-formed */
export function parseXml(text: string): XmlElement {
  const bad = FORBIDDEN.exec(text);
  if (bad) throw new Error(`a character at ${bad.index} is not allowed in XML`);
  const document: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [document];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text);
    if (!token) throw new Error(`not well-formed at ${at}: ${text.slice(at, at + 60)}`);
    const [whole, closed, opened, attributes = "", isEmpty, content] = token;
    const inside = open.at(-1)!;
    if (closed !== undefined) {
      if (inside.name !== closed) throw new Error(`</${closed}> closes <${inside.name}>`);
      open.pop();
    } else if (opened !== undefined) {
      const element = { name: opened, attributes: attributesOf(attributes), text: "", children: [] };
      inside.children.push(element);
      if (!isEmpty) open.push(element);
    } else if (content !== undefined) {
      if (content.includes("]]>")) throw new Error("]]> in a text");
      inside.text += unescaped(content);
    } else if (!whole.startsWith("<?xml") || at > 0)
      throw new Error("the declaration is not at the beginning");
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)!.name}> is not closed`);
  if (document.children.length !== 1 || document.text.trim())
    throw new Error("there is not one root element");
  return document.children[0]!;
}

function attributesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(
    ([, name, value]) => [name!, unescaped(value!)] as const,
  );
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error(`duplicate attribute in ${text}`);
  return Object.fromEntries(pairs);
}

function unescaped(text: string): string {
  return text.replace(/&([^;&\s]*;?)/g, (whole, reference: string) => {
    const name = reference.slice(0, -1);
    const known = reference.endsWith(";") && (ENTITIES[name] ?? (name === "#39" ? "'" : undefined));
    if (!known) throw new Error(`${whole} is not a reference`);
    return known;
  });
}

/** All elements of this name, at any depth. */
export const allOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allOf(child, name)]);

/** The texts of `allOf`. */
export const textsOf = (element: XmlElement, name: string): string[] =>
  allOf(element, name).map((child) => child.text);
