import { Parser } from "htmlparser2";

/** Elements that begin and end a paragraph. */
const BLOCKS = new Set(
  "address article aside blockquote body center dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
const UNREAD = new Set([
  "head",
  "iframe",
  "noscript",
  "object",
  "script",
  "style",
  "template",
  "textarea",
  "title",
]);

/** Collects plain paragraphs from the elements and texts of HTML. */
export class PlainText {
  #paragraphs: string[] = [];
  #paragraph = "";
  #unread = 0;

  /** @param name in lower case */
  open(name: string) {
    if (UNREAD.has(name)) this.#unread++;
    else if (name === "br") this.#paragraph += "\n";
    else if (BLOCKS.has(name)) {
      // A paragraph at the beginning of a list item is the item.
      if (this.#paragraph.trim() !== "•") this.#end();
      if (name === "li") this.#paragraph = "• ";
    }
  }

  text(text: string) {
    if (this.#unread === 0) this.#paragraph += text.replace(/[\s\u00A0]+/gu, " ");
  }

  close(name: string) {
    if (UNREAD.has(name)) this.#unread = Math.max(0, this.#unread - 1);
    else if (BLOCKS.has(name)) this.#end();
  }

  /** @returns paragraphs with an empty line between; list items and lines follow each other */
  toString(): string {
    this.#end();
    return this.#paragraphs.reduce(
      (text, paragraph, index) =>
        index === 0
          ? paragraph
          : `${text}${isItem(paragraph) && isItem(this.#paragraphs[index - 1]!) ? "\n" : "\n\n"}${paragraph}`,
      "",
    );
  }

  #end() {
    const paragraph = this.#paragraph
      .split("\n")
      .map((line) => line.replace(/ {2,}/g, " ").trim())
      .join("\n")
      .trim();
    if (paragraph && paragraph !== "•") this.#paragraphs.push(paragraph);
    this.#paragraph = "";
  }
}

const isItem = (paragraph: string) => paragraph.startsWith("• ");

/** How often a text may have been escaped more than is right: by the program that wrote it, and by those that copied it. */
const MOST_ESCAPED = 3;

/**
 * The paragraphs of a description in HTML, also of one whose tags or entities were escaped once more than is right. The
 * lines of a text without tags stay lines.
 */
export function textOfHtml(html: string): string {
  let hadTags = TAG.test(html);
  if (!hadTags && !ENTITY.test(html)) return html;
  let text = plainOf(html);
  for (let times = 0; times < MOST_ESCAPED; times++) {
    // Tags that a text with tags shows as letters are meant as letters.
    const isEscaped = !hadTags && text.trimStart().startsWith("<") && TAG.test(text);
    const next = isEscaped ? plainOf(text) : text.replace(ENTITIES, plainOf);
    hadTags ||= isEscaped;
    if (next === text) break;
    text = next;
  }
  return text;
}

function plainOf(html: string): string {
  const hasTags = TAG.test(html);
  const text = new PlainText();
  const parser = new Parser(
    {
      onopentagname: (name) => text.open(name),
      ontext: (piece) => text.text(piece),
      onclosetag: (name) => text.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(hasTags ? html : html.replaceAll("\n", "<br>"));
  return text.toString();
}

// "a < b" and "Q & A" have neither.
const TAG = /<\/?[a-z!][^<>]*>/i;
const ENTITY = /&(?:[a-z]+|#\d+|#x[0-9a-f]+);/i;
const ENTITIES = new RegExp(ENTITY, "gi");
