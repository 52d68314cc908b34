import { bookPicks, flag, line, lines, target } from "../block-fields";
import { declareBlock } from "../declare-block";
import { DEFAULT_CONTENT } from "../default-home";

export const hero = declareBlock({
  label: "Opening",
  about: "The large title with a text, a button and up to three covers",
  most: 1,
  fields: {
    title: line("Title", 90, { isRequired: true }),
    text: lines("Text", 300),
    button: line("Words of the button", 30, { hint: "Empty: without a button" }),
    to: target("Where the button leads"),
    books: bookPicks("Books", 3, { hint: "Up to three covers. None chosen: the first featured books" }),
    words: flag("Show the word for ‘book’ in the languages of India"),
  },
  rules: [
    ({ button, to }) =>
      button && !to ? { field: "to", message: "Please say where the button leads" } : null,
  ],
  fresh: DEFAULT_CONTENT.hero,
  titleOf: ({ title }) => title,
});
