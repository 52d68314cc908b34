import { DomUtils, parseDocument } from "htmlparser2";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/** A form of a page, as a browser without scripts sends it. */
export interface TypedForm {
  /** Its id, else the words of its first button. */
  key: string;
  action: string;
  /** What is sent without typing anything. */
  fields: Record<string, string>;
  /** The fields that somebody types or chooses, each with another value than it has; null: an empty checkbox. */
  changed: Record<string, string | null>;
}

/** The hidden field of `SpamGuard`. */
const TRAP = "topic";
/** Fields that nobody types into: made by the page, or secrets, which are typed again. */
const NOT_TYPED = /^(?:hidden|password|submit|button|search|file)$/;

/**
 * The forms of a page that are posted, and what would be typed into each.
 * @param page its path, where a form without an action is sent to
 */
export function typedForms(html: string, page: string): TypedForm[] {
  const all = DomUtils.getElementsByTagName(() => true, parseDocument(html), true);
  const forms = all.filter(
    ({ name, attribs }) => name === "form" && attribs.method?.toLowerCase() === "post",
  );
  return forms.map((form) => {
    const own = all.filter(
      (node) => /^(?:input|select|textarea|button)$/.test(node.name) && formOf(node, all) === form,
    );
    const button = own.find((node) => node.name === "button" && node.attribs.type !== "button");
    const named = own.filter(
      ({ name, attribs }) => name !== "button" && attribs.name && !("disabled" in attribs),
    );
    const sent = named.filter((node) => !isChoice(node) || "checked" in node.attribs);
    const typed = named.filter(
      ({ attribs }) => attribs.name !== TRAP && !NOT_TYPED.test(attribs.type ?? "text"),
    );
    return {
      key: form.attribs.id ?? (button ? DomUtils.textContent(button) : ""),
      action: form.attribs.action ?? page,
      fields: Object.fromEntries([
        ...sent.map((node) => [node.attribs.name!, valueOf(node)]),
        ...(button?.attribs.name ? [[button.attribs.name, button.attribs.value ?? ""]] : []),
      ]),
      changed: Object.fromEntries(typed.map((node) => [node.attribs.name!, otherValue(node)])),
    };
  });
}

function formOf(node: Element, all: Element[]): Element | undefined {
  if (node.attribs.form) return all.find(({ attribs }) => attribs.id === node.attribs.form);
  let parent = node.parent;
  while (parent && !("name" in parent && parent.name === "form")) parent = parent.parent;
  return (parent as Element | null) ?? undefined;
}

const isChoice = ({ attribs }: Element) => attribs.type === "checkbox" || attribs.type === "radio";

const optionsOf = (select: Element) =>
  DomUtils.getElementsByTagName("option", select, true).map(({ attribs }) => attribs);

function valueOf(node: Element): string {
  if (node.name === "textarea") return DomUtils.textContent(node);
  if (node.name !== "select") return node.attribs.value ?? (isChoice(node) ? "on" : "");
  const options = optionsOf(node);
  return (options.find((option) => "selected" in option) ?? options[0])?.value ?? "";
}

/** As somebody would fill it in. Of radio buttons the last one counts. */
function otherValue(node: Element): string | null {
  const { name, type } = node.attribs;
  if (node.name === "select") return optionsOf(node).at(-1)!.value ?? "";
  if (type === "checkbox") return "checked" in node.attribs ? null : valueOf(node);
  if (type === "radio") return valueOf(node);
  if (type === "email") return `typed-${name}@example.in`;
  if (type === "number" || node.attribs.inputmode === "numeric") return "2";
  return `Typed ${name}`;
}
