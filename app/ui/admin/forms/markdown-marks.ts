/** A text field's text and what is selected in it; start equals end for a cursor. */
export interface Selected {
  value: string;
  start: number;
  end: number;
}

/** A change of one stretch of the text, and what is selected after it. */
export interface Change {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type Mark = "bold" | "italic" | "heading" | "list" | "quote" | "link";

/** Sets a mark on what is selected; takes it away where it is set. */
export function toggleMark(mark: Mark, selected: Selected): Change {
  if (mark === "bold" || mark === "italic") return toggleStars(mark === "bold" ? 2 : 1, selected);
  return mark === "link" ? toggleLink(selected) : toggleLines(mark, selected);
}

/** One star around words is italic, two are bold, three are both. */
function toggleStars(stars: 1 | 2, selected: Selected): Change {
  const { value } = selected;
  let { start, end } = selected;
  // Stars beside a space would stay stars.
  const chosen = value.slice(start, end);
  if (chosen.trim() !== "") {
    start += chosen.length - chosen.trimStart().length;
    end -= chosen.length - chosen.trimEnd().length;
  }
  while (end - start >= 2 && value[start] === "*" && value[end - 1] === "*") {
    start += 1;
    end -= 1;
  }
  const before = /\**$/.exec(value.slice(0, start))![0].length;
  const after = /^\**/.exec(value.slice(end))![0].length;
  const around = Math.min(before, after, 3);
  const isSet = stars === 2 ? around >= 2 : around % 2 === 1;
  const words = value.slice(start, end);
  if (isSet)
    return {
      from: start - stars,
      to: end + stars,
      insert: words,
      start: start - stars,
      end: end - stars,
    };
  const sign = "*".repeat(stars);
  // A mark ends with its paragraph.
  const insert = sign + words.replace(/\s*\n\s*\n\s*/g, (gap) => sign + gap + sign) + sign;
  return { from: start, to: end, insert, start: start + stars, end: start + insert.length - stars };
}

const LINE_MARKS = { heading: "## ", list: "- ", quote: "> " } as const;
const SET = { heading: /^#{1,6} +/, list: /^[-*+] +/, quote: /^> ?/ } as const;

/** On the whole lines of what is selected; empty ones among others stay empty. */
function toggleLines(mark: keyof typeof LINE_MARKS, { value, start, end }: Selected): Change {
  const from = value.slice(0, start).lastIndexOf("\n") + 1;
  // A selection that ends where a line begins does not include that line.
  const last = end > start && value[end - 1] === "\n" ? end - 1 : end;
  const next = value.indexOf("\n", last);
  const to = next === -1 ? value.length : next;
  const lines = value.slice(from, to).split("\n");
  const marked = lines.length === 1 ? lines : lines.filter((line) => line.trim() !== "");
  const isSet = marked.every((line) => SET[mark].test(line));
  const insert = lines
    .map((line) => {
      if (!marked.includes(line)) return line;
      const plain = line.replace(SET[mark], "");
      return isSet ? plain : LINE_MARKS[mark] + plain;
    })
    .join("\n");
  if (start !== end) return { from, to, insert, start: from, end: from + insert.length };
  const cursor = Math.max(from, start + insert.length - (to - from));
  return { from, to, insert, start: cursor, end: cursor };
}

function toggleLink({ value, start, end }: Selected): Change {
  const chosen = value.slice(start, end);
  const [, words] = /^\[([^\]]*)\]\([^)]*\)$/.exec(chosen) ?? [];
  if (words !== undefined) return { from: start, to: end, insert: words, start, end: start + words.length };
  const isAddress = /^(?:https?:\/\/|\/|mailto:|tel:)\S+$/.test(chosen);
  const [text, address] = isAddress ? ["words", chosen] : [chosen || "words", "https://"];
  const insert = `[${text}](${address})`;
  // What is still to be typed is selected.
  const [at, length] =
    isAddress || chosen === "" ? [start + 1, text!.length] : [start + text!.length + 3, address!.length];
  return { from: start, to: end, insert, start: at, end: at + length };
}
