import {
  type HtmlElementLike,
  HtmlValidate,
  type MetaDataTable,
  type Plugin,
  Rule,
  StaticConfigLoader,
} from "html-validate";

const field = {
  attributes: {
    name: {
      allowed: (node: HtmlElementLike) =>
        node.closest("label[aria-hidden]") ? "has a label that is hidden from readers" : null,
    },
  },
};

const partOfTable = {
  attributes: { role: { allowed: () => "repeats what a part of a table is" } },
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
  table: partOfTable,
  thead: partOfTable,
  tbody: partOfTable,
  tr: partOfTable,
  th: partOfTable,
  td: partOfTable,
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

/** As html-validate's no-missing-references, which looks through the whole page for each: most of the time of a long one. */
class References extends Rule {
  setup() {
    this.on("dom:ready", ({ document }) => {
      const all = document.querySelectorAll("*");
      const ids = new Set(all.map(({ id }) => id));
      for (const node of all)
        for (const { key, value } of node.attributes) {
          const meta = node.meta?.attributes[key];
          if (meta?.reference !== "id" || typeof value !== "string" || value === "") continue;
          for (const id of meta.list ? value.trim().split(/\s+/) : [value])
            if (!ids.has(id)) this.report({ node, message: `${key} references missing id "${id}"` });
        }
    });
  }
}
const own: Plugin = { name: "own", rules: { "own/references": References } };

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    extends: ["html-validate:standard", "html-validate:document"],
    elements: ["html5", ELEMENTS],
    plugins: [own],
    // The shop's own files need no hash of their content.
    rules: { "require-sri": "off", "no-missing-references": "off", "own/references": "error" },
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
