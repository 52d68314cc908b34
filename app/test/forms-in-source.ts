import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** A place in the source: a form, a submit button, or an intent that an action handles. */
export interface Place {
  /** The file below app/ and a description, e.g. "ui/store/wish-form.tsx: POST /wishlist intent=add". */
  name: string;
  line: number;
}

const APP = path.resolve("app");
/** Components of the kit; they are counted where they are used. */
export const KIT = ["ui/kit/button.tsx", "ui/kit/confirm-form.tsx", "ui/kit/zod-form.tsx"];
/** Components of the kit that are forms with method POST. */
const KIT_FORMS = ["ConfirmForm", "ZodForm"];

/** Every form of the product, one place for each button, and every intent that an action handles. */
export function formsInSource(): Place[] {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^test\//.test(file) && !KIT.includes(file),
  );
  return files.sort().flatMap((file) => placesIn(file, readFileSync(path.join(APP, file), "utf8")));
}

export function placesIn(file: string, text: string): Place[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const places: Place[] = [];
  const seen = new Map<string, number>();
  const add = (node: ts.Node, words: string) => {
    const name = `${file}: ${words}`;
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    places.push({ name: nth === 1 ? name : `${name} #${nth}`, line: line + 1 });
  };

  const visit = (node: ts.Node, form: string | null) => {
    if (isElement(node)) {
      const { tag, attribute } = read(node, source);
      if (/(^|\.)form$/i.test(tag) || KIT_FORMS.includes(tag)) {
        const head = describe(node, tag, attribute);
        const buttons = submitButtons(node, source);
        if (buttons.length === 0) add(node, head);
        for (const button of buttons)
          for (const pressed of pressedBy(button, source)) add(button, head + pressed);
        form = head;
      } else if (form === null && isSubmit(tag, attribute)) {
        const owner = attribute("form");
        for (const pressed of pressedBy(node, source))
          add(node, `button${owner === undefined ? "" : ` of ${owner}`}${pressed}`);
      }
    }
    if (!file.includes(".server.")) for (const words of sentByScript(node)) add(node, words);
    for (const intent of intentsKnown(node)) {
      // An intent that is compared twice in a file counts once.
      if (!seen.has(`${file}: knows intent=${intent}`)) add(node, `knows intent=${intent}`);
    }
    ts.forEachChild(node, (child) => visit(child, form));
  };
  visit(source, null);
  return places;
}

type Element = ts.JsxElement | ts.JsxSelfClosingElement;
type Attribute = (name: string) => string | undefined;

const isElement = (node: ts.Node): node is Element =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node);

/** @returns the element's name, and its attributes: texts as they are, expressions as source code in braces */
function read(node: Element, source: ts.SourceFile): { tag: string; attribute: Attribute } {
  const opening = ts.isJsxElement(node) ? node.openingElement : node;
  const attribute: Attribute = (name) => {
    for (const one of [...opening.attributes.properties].reverse()) {
      if (ts.isJsxAttribute(one) && one.name.getText() === name) return valueOf(one.initializer);
      if (ts.isJsxSpreadAttribute(one)) {
        const found = property(source, one.expression.getText(), name);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
  return { tag: opening.tagName.getText(), attribute };
}

function valueOf(value: ts.JsxAttribute["initializer"]): string {
  if (value === undefined) return "{true}";
  if (ts.isStringLiteral(value)) return value.text;
  const expression = ts.isJsxExpression(value) ? value.expression : undefined;
  if (expression && ts.isStringLiteralLike(expression)) return expression.text;
  return `{${(expression ?? value).getText().replace(/\s+/g, " ")}}`;
}

/** A property of an object literal in the same file: `const form = { method: "post", … }`. */
function property(source: ts.SourceFile, object: string, name: string): string | undefined {
  let found: string | undefined;
  const visit = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === object && node.initializer) {
      const value = ts.isAsExpression(node.initializer) ? node.initializer.expression : node.initializer;
      if (ts.isObjectLiteralExpression(value))
        for (const one of value.properties)
          if (ts.isPropertyAssignment(one) && one.name.getText() === name)
            found = ts.isStringLiteralLike(one.initializer)
              ? one.initializer.text
              : `{${one.initializer.getText()}}`;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Method, action and intent of a form: "POST /cart intent=update". */
function describe(node: Element, form: string, attribute: Attribute): string {
  const method = (attribute("method") ?? (KIT_FORMS.includes(form) ? "POST" : "GET")).toUpperCase();
  const action = attribute("action");
  let intent: string | undefined;
  const visit = (child: ts.Node) => {
    if (isElement(child)) {
      const { tag, attribute: of } = read(child, child.getSourceFile());
      if (tag === "input" && of("name") === "intent") intent = of("value");
      // A component of the same file may contain the hidden fields.
      const local = ts.isJsxSelfClosingElement(child)
        ? localComponent(child.getSourceFile(), tag)
        : undefined;
      if (local && !submitButtons(local, child.getSourceFile()).length) ts.forEachChild(local, visit);
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return [method, action, intent === undefined ? undefined : `intent=${intent}`].filter(Boolean).join(" ");
}

/** The function of this name, if the file declares it. */
function localComponent(source: ts.SourceFile, name: string): ts.Node | undefined {
  return source.statements.find(
    (one): one is ts.FunctionDeclaration => ts.isFunctionDeclaration(one) && one.name?.text === name,
  );
}

function isSubmit(tag: string, attribute: Attribute): boolean {
  const type = attribute("type");
  if (tag === "input") return type === "submit" || type === "image";
  return /^(button|Button)$/.test(tag) && type !== "button" && type !== "reset";
}

function submitButtons(node: ts.Node, source: ts.SourceFile): Element[] {
  const found: Element[] = [];
  const visit = (child: ts.Node) => {
    if (isElement(child)) {
      const { tag, attribute } = read(child, source);
      if (isSubmit(tag, attribute)) found.push(child);
    }
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

/** The name and value that a button adds; for a conditional value both alternatives. */
function pressedBy(button: Element, source: ts.SourceFile): string[] {
  const { attribute } = read(button, source);
  const name = attribute("name");
  if (name === undefined) return [""];
  const value = attribute("value") ?? "";
  const either = /^\{.* \? "([^"]+)" : "([^"]+)"\}$/.exec(value);
  const values = either ? [either[1]!, either[2]!] : [value];
  return values.map((one) => ` ${name}=${one}`);
}

/** Requests that a script sends; each needs a form that does the same. */
function sentByScript(node: ts.Node): string[] {
  if (!ts.isCallExpression(node)) return [];
  const called = node.expression.getText();
  if (called === "useSubmit") return ["script useSubmit"];
  if (called.endsWith(".submit")) return [`script ${called}`];
  if (called.endsWith(".createElement") && node.arguments[0]?.getText() === '"form"')
    return ["script createElement"];
  const isRequest = called === "fetch" || called === "request" || called.endsWith(".sendBeacon");
  if (isRequest && /method: "(?!GET)/.test(node.getText())) return [`script ${called}`];
  return [];
}

/** The values that code on the server compares an intent with. */
function intentsKnown(node: ts.Node): string[] {
  if (ts.isBinaryExpression(node) && /^[!=]==$/.test(node.operatorToken.getText())) {
    for (const [one, other] of [
      [node.left, node.right],
      [node.right, node.left],
    ] as const) {
      if (isIntent(one) && !other.getText().includes("?."))
        return [ts.isStringLiteralLike(other) ? other.text : `{${other.getText()}}`];
    }
  }
  if (ts.isSwitchStatement(node) && isIntent(node.expression)) {
    return node.caseBlock.clauses
      .filter(ts.isCaseClause)
      .map(({ expression: one }) => (ts.isStringLiteralLike(one) ? one.text : `{${one.getText()}}`));
  }
  if (
    ts.isPropertyAssignment(node) &&
    node.name.getText() === "intent" &&
    node.initializer.getText().startsWith("z.")
  ) {
    return [...node.initializer.getText().matchAll(/"([^"]+)"/g)].map(([, word]) => word!);
  }
  return [];
}

/** An action's intent. Pages that look at a pending submission use `?.`, and are ignored. */
function isIntent(node: ts.Expression): boolean {
  const text = node.getText();
  return /(^|\.)intent$|(\.get|^field)\("intent"\)$/.test(text) && !text.includes("?.");
}
