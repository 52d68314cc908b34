/** A form in the HTML of a page. */
export interface HtmlForm {
  method: string;
  /** The attribute as it is; null: the page's own URL. */
  action: string | null;
  fields: HtmlField[];
  /** The submit buttons; none if only the Enter key sends the form. */
  buttons: HtmlButton[];
}

interface HtmlField {
  name: string;
  value: string;
  /** choice: sent only if something is chosen. */
  kind: "hidden" | "typed" | "choice" | "file";
}

interface HtmlButton {
  name: string;
  value: string;
  /** formmethod and formaction. */
  method: string | null;
  action: string | null;
}

/**
 * The forms of each document, as a browser without scripts sees them. It needs a browser's HTML parser: pass it to
 * `page.evaluate`.
 */
export function formsInHtml(documents: string[]): HtmlForm[][] {
  const parser = new DOMParser();
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  type Button = HTMLInputElement | HTMLButtonElement;
  const kindOf = (field: Field) => {
    if (field.type === "hidden" || field.type === "file") return field.type;
    return ["checkbox", "radio", "select-multiple"].includes(field.type) ? "choice" : "typed";
  };
  const readForm = (form: HTMLFormElement): HtmlForm => {
    const controls = [...form.elements].filter((control) => !control.matches(":disabled"));
    const buttons = controls.filter((control) =>
      control.matches("button, input:is([type=submit], [type=image], [type=button], [type=reset])"),
    ) as Button[];
    const fields = controls.filter(
      (control) => control.matches("input, select, textarea") && !(buttons as Element[]).includes(control),
    ) as Field[];
    return {
      method: form.getAttribute("method") ?? "get",
      action: form.getAttribute("action"),
      fields: fields
        .filter(({ name }) => name !== "")
        .map((field) => ({ name: field.name, value: field.value, kind: kindOf(field) })),
      buttons: buttons
        .filter(({ type }) => type === "submit" || type === "image")
        .map((button) => ({
          name: button.name,
          value: button.value,
          method: button.getAttribute("formmethod"),
          action: button.getAttribute("formaction"),
        })),
    };
  };
  return documents.map((html) => [...parser.parseFromString(html, "text/html").forms].map(readForm));
}
