import { line, lines } from "../block-fields";
import { declareBlock } from "../declare-block";
import { DEFAULT_CONTENT } from "../default-home";

export const newsletter = declareBlock({
  label: "Newsletter",
  about: "A dark band with the form to subscribe to the newsletter",
  most: 1,
  fields: {
    heading: line("Heading", 60, { isRequired: true }),
    text: lines("Text", 300),
  },
  fresh: DEFAULT_CONTENT.newsletter,
  titleOf: ({ heading }) => heading,
});
