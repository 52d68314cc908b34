import { line, lines } from "../block-fields";
import { declareBlock } from "../declare-block";

export const quotation = declareBlock({
  label: "Quotation",
  about: "A few large lines, from a book or a reader, with their source",
  fields: {
    text: lines("Quotation", 400, { isRequired: true, hint: "Quotation marks are added" }),
    source: line("Source", 120, { hint: "Optional, such as a name and a book" }),
  },
  fresh: { text: "", source: "" },
  titleOf: ({ text }) => text,
});
