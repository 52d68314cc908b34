import { choice, line, markdown, pictureChoice, target } from "../block-fields";
import { declareBlock } from "../declare-block";

export const textWithPicture = declareBlock({
  label: "Text with picture",
  about: "A text with links, lists and emphasis, beside a picture or without one",
  fields: {
    heading: line("Heading", 80, { hint: "Optional" }),
    text: markdown("Text", 4000, {
      isRequired: true,
      hint: "Markdown: **bold**, *italic*, [a link](/about), - lists",
    }),
    picture: pictureChoice("Picture"),
    side: choice("Where the picture stands", [
      ["right", "To the right of the text"],
      ["left", "To the left of the text"],
    ]),
    button: line("Words of the button", 30, { hint: "Empty: without a button" }),
    to: target("Where the button leads"),
  },
  rules: [
    ({ button, to }) =>
      button && !to ? { field: "to", message: "Please say where the button leads" } : null,
  ],
  fresh: { heading: "", text: "", picture: null, side: "right", button: "", to: "" },
  titleOf: ({ heading, text }) => heading || text,
});
