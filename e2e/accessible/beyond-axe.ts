import type { Problem } from "./look";

/** Runs in the page: checks that axe leaves to people, as far as a script can make them. */
export function beyondAxe(within: string | null): Problem[] {
  const problems: Problem[] = [];
  const note = (rule: string, node: Element | null, summary: string) =>
    problems.push({ rule, target: node ? nameOf(node) : "the document", summary });
  const nameOf = (node: Element) => {
    const id = node.id
      ? `#${node.id}`
      : node.getAttribute("name")
        ? `[name=${node.getAttribute("name")}]`
        : "";
    const text = (node.getAttribute("aria-label") ?? node.textContent ?? "").trim().slice(0, 40);
    return `${node.localName}${id}${text ? ` "${text}"` : ""}`;
  };
  const all = <Found extends HTMLElement>(selector: string, root: ParentNode = document) =>
    [...root.querySelectorAll<Found>(selector)].filter((node) =>
      node.checkVisibility({ visibilityProperty: true }),
    );
  const part = (within && document.querySelector<HTMLElement>(within)) || document.body;

  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  for (const id of new Set(ids.filter((id, index) => ids.indexOf(id) !== index)))
    note("unique-ids", document.getElementById(id), `More than one element has the id ${id}`);
  if (all("h1").length !== 1) note("one-h1", null, `${all("h1").length} headings of level 1`);
  if (all("main").length !== 1) note("one-main", null, `${all("main").length} main landmarks`);
  if (!/\S/.test(document.title)) note("title", null, "The page has no title");

  // WCAG 1.3.5: fields for the user's own data have autocomplete. Not in the back office: staff enter others' data.
  if (!location.pathname.startsWith("/admin"))
    for (const field of all<HTMLInputElement>(
      "input[type=email], input[type=tel], input[type=password], input[name=firstName], input[name=lastName], " +
        "input[name=username], input[name=fullname], input[name=pincode], input[name=place], input[name^=address]:not([type=radio])",
      part,
    ))
      if (!field.autocomplete || field.autocomplete === "off")
        note("autocomplete", field, "A field for the visitor's own data has no autocomplete");

  // An invalid field must be linked to its message.
  for (const field of all<HTMLInputElement>("[aria-invalid=true]", part)) {
    const hasMessage = (
      field.getAttribute("aria-errormessage") ??
      field.getAttribute("aria-describedby") ??
      ""
    )
      .split(/\s+/)
      .some((id) => id && /\S/.test(document.getElementById(id)?.textContent ?? ""));
    const group = field.closest("fieldset")?.getAttribute("aria-describedby");
    if (!hasMessage && !group) note("error-linked", field, "Marked as invalid, but not linked to a message");
  }
  for (const named of part.querySelectorAll("[aria-describedby], [aria-labelledby], [aria-controls]"))
    for (const attribute of ["aria-describedby", "aria-labelledby", "aria-controls"])
      for (const id of (named.getAttribute(attribute) ?? "").split(/\s+/))
        if (id && !(named.getRootNode() as Document).getElementById(id))
          note("dangling-id", named, `${attribute} names ${id}, which is not on the page`);

  for (const table of all<HTMLTableElement>("table", part)) {
    const label =
      table.caption?.textContent ?? table.getAttribute("aria-label") ?? table.getAttribute("aria-labelledby");
    const region = table.closest(
      "section[aria-label], section[aria-labelledby], [role=region], [role=tabpanel]",
    );
    if (!label && !region) note("table-name", table, "A table without caption or label, in no named region");
    for (const head of table.querySelectorAll("th"))
      if (!head.scope) note("th-scope", head, "A head without scope");
  }
  for (const field of all<HTMLInputElement>("input[type=password]", part)) {
    const isTaken = field.dispatchEvent(new ClipboardEvent("paste", { cancelable: true, bubbles: true }));
    if (!isTaken) note("paste", field, "Pasting is refused");
  }
  return problems;
}

/** Runs in the page, WCAG 2.4.11: the focused element is not hidden behind a sticky bar. Moves the focus. */
export async function hiddenFocus(within: string | null): Promise<Problem[]> {
  const problems: Problem[] = [];
  const part = (within && document.querySelector(within)) || document.body;
  const controls = [
    ...part.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary"),
  ];
  // Forwards and backwards: on the way down a bar at the bottom may hide the control, on the way up one at the top.
  const nameOf = ({ left, top, width, height }: DOMRect) => {
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit ? `${hit.localName}.${hit.className}` : "what is outside the window";
  };
  for (const control of [...controls, ...controls.toReversed()]) {
    if (control.tabIndex < 0 || !control.checkVisibility({ visibilityProperty: true })) continue;
    control.focus();
    // Wait for a list or menu that lost the focus to close. A message is faster than a timer, which takes 4 ms each time.
    await new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener("message", done);
      port1.start();
      port2.postMessage(null);
    });
    const box = control.getBoundingClientRect();
    if (document.activeElement !== control || box.width < 2 || box.height < 2) continue;
    const own = [control, ...((control as HTMLInputElement).labels ?? [])];
    const isSeenAt = (across: number, down: number) => {
      const hit = document.elementFromPoint(box.left + box.width * across, box.top + box.height * down);
      return hit !== null && (hit.contains(control) || own.some((node) => node.contains(hit)));
    };
    const steps = [0.05, 0.5, 0.95];
    if (steps.some((across) => steps.some((down) => isSeenAt(across, down)))) continue;
    const name = control.getAttribute("aria-label") ?? control.textContent.trim().slice(0, 40);
    const target = `${control.localName}${control.id && `#${control.id}`} "${name}"`;
    problems.push({
      rule: "focus-obscured",
      target,
      summary: `It has the focus, and ${nameOf(box)} covers all of it`,
    });
  }
  // The link to the main part lies above others while it has the focus.
  (document.activeElement as HTMLElement | null)?.blur();
  return problems;
}
