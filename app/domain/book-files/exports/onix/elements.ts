import { xmlText } from "~/platform/xml";

/** An element with a text; nothing without one. @param attributes as they stand in the tag */
export const leaf = (name: string, text: string | number | null | undefined, attributes = ""): string =>
  text === null || text === undefined || text === ""
    ? ""
    : `<${name}${attributes && ` ${attributes}`}>${xmlText(String(text))}</${name}>`;

/** An element with others in it; nothing when all of them are. */
export function composite(name: string, ...inside: string[]): string {
  const content = inside.join("");
  return content && `<${name}>${content}</${name}>`;
}

/** A date or a year as ONIX writes it (list 55). @param day "1910" or "1910-08-14" */
export const dateElement = (day: string): string =>
  day.length === 4
    ? leaf("Date", day, 'dateformat="05"')
    : leaf("Date", day.replaceAll("-", ""), 'dateformat="00"');
