/** Characters that XML 1.0 does not allow even escaped (section 2.2): most control characters, lone surrogates. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for the content of an element or an attribute's value. */
export function xmlText(text: string): string {
  return escapeMarkup(text.replace(NOT_XML, ""));
}

/** The same in HTML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
}

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
