import { type HtmlElementLike, HtmlValidate, type MetaDataTable, StaticConfigLoader } from "html-validate";

const field = {
  attributes: {
    name: {
      allowed: (node: HtmlElementLike) =>
        node.closest("label[aria-hidden]") ? "has a label that is hidden from readers" : null,
    },
  },
};

/** What the W3C's checker finds and html-validate's own tables of elements do not. */
const ELEMENTS: MetaDataTable = {
  meta: {
    attributes: {
      content: {
        required: (node: HtmlElementLike) =>
          node.hasAttribute("charset") ? null : '<meta> without "content" says nothing',
      },
    },
  },
  input: field,
  select: field,
  textarea: field,
  button: {
    attributes: {
      role: {
        allowed: (node: HtmlElementLike) =>
          node.getAttribute("role") === "switch" && node.getAttribute("type") !== "button"
            ? "makes a switch of a button that sends a form: use aria-pressed"
            : null,
      },
    },
  },
};

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard", "html-validate:document"],
    elements: ["html5", ELEMENTS],
    // The shop's own files need no hash of their content.
    rules: { "require-sri": "off" },
  }),
);

/**
 * Checks a page as the server sent it against the HTML standard.
 * @returns a sentence for each error, with the place of the element; none if the page is valid
 */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  );
}
