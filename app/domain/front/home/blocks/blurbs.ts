import { line, lines } from "../block-fields";
import { declareBlock } from "../declare-block";
import { DEFAULT_CONTENT } from "../default-home";

const MAX = { title: 50, text: 200 };

export const blurbs = declareBlock({
  label: "Short texts side by side",
  about: "Two to four short texts with a title each",
  fields: {
    title1: line("First title", MAX.title, { isRequired: true }),
    text1: lines("First text", MAX.text, { isRequired: true }),
    title2: line("Second title", MAX.title, { isRequired: true }),
    text2: lines("Second text", MAX.text, { isRequired: true }),
    title3: line("Third title", MAX.title, { hint: "Optional" }),
    text3: lines("Third text", MAX.text),
    title4: line("Fourth title", MAX.title, { hint: "Optional" }),
    text4: lines("Fourth text", MAX.text),
  },
  rules: [
    ({ title3, text3 }) => together("title3", title3, "text3", text3),
    ({ title4, text4 }) => together("title4", title4, "text4", text4),
  ],
  fresh: DEFAULT_CONTENT.blurbs,
  titleOf: ({ title1 }) => title1,
});

/** A title without a text, or a text without a title, is unfinished. */
function together<Field extends string>(titleField: Field, title: string, textField: Field, text: string) {
  if (title && !text) return { field: textField, message: "Please type the text to this title" };
  return text && !title ? { field: titleField, message: "Please type a title to this text" } : null;
}
