import { line, wholeNumber } from "../block-fields";
import { declareBlock } from "../declare-block";
import { DEFAULT_CONTENT } from "../default-home";

export const categories = declareBlock({
  label: "Categories",
  about: "The categories with the most books, each with its number",
  most: 1,
  fields: {
    heading: line("Heading", 60, { isRequired: true }),
    count: wholeNumber("How many at most", 1, 60),
  },
  fresh: DEFAULT_CONTENT.categories,
  titleOf: ({ heading }) => heading,
});
