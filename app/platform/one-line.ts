/** Replaces line breaks and control characters, so that a name cannot add a line or a header to a mail. */
export function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ").trim();
}

/** The paragraphs of a text: each line is one. */
export const paragraphsOf = (text = ""): string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
