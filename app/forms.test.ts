import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { BY_SCRIPT, FORMS, journeyOf } from "../e2e/forms";
import { CHOICES } from "./domain/catalogue/choices";
import { MASTER_DATA } from "./domain/master-data/master-data";
import { STAFF_ACTIONS } from "./domain/newsletter/subscribers.server";
import { returnAnswerSchema } from "./domain/orders/returns.schema";
import { formsInSource, KIT, placesIn } from "./test/forms-in-source";

const E2E = path.resolve("e2e");

describe("the list of forms in e2e/forms.ts", () => {
  const listed = new Set([...FORMS.flatMap(({ at }) => at), ...Object.keys(BY_SCRIPT)]);
  const places = formsInSource();

  it("has every form, button and intent of the source", () => {
    expect(places.length).toBeGreaterThan(150);
    const missing = places.filter(({ name }) => !listed.has(name));
    expect(missing.map(({ name, line }) => `${name} (line ${line})`)).toEqual([]);
  });

  it("has none that no longer exists", () => {
    const there = new Set(places.map(({ name }) => name));
    expect([...listed].filter((name) => !there.has(name))).toEqual([]);
  });

  it("has every intent and name that a form takes from a constant", () => {
    const wanted = [
      ...STAFF_ACTIONS.map((action) => `POST /admin/newsletter intent=${action}`),
      ...Object.keys(CHOICES).flatMap((kind) => [
        `POST /admin/products intent=find-${kind}`,
        `POST /admin/products intent=new-${kind}`,
      ]),
      ...Object.values(MASTER_DATA).map((entity) => `POST /admin/${entity.path} name`),
      ...returnAnswerSchema.shape.answer.options.map(
        (answer) => `POST /admin/orders/:id intent=return answer=${answer}`,
      ),
    ];
    const sends = new Set(FORMS.map((form) => form.sends));
    expect(wanted.filter((one) => !sends.has(one))).toEqual([]);
  });

  it("has unique descriptions", () => {
    const names = FORMS.map(({ does }) => does);
    expect(names).toEqual([...new Set(names)]);
    for (const form of FORMS) expect(form.at, form.does).not.toEqual([]);
  });

  it("maps requests of scripts to a form that does the same", () => {
    const names = new Set(FORMS.map(({ does }) => does));
    expect(Object.values(BY_SCRIPT).filter((does) => !names.has(does))).toEqual([]);
  });
});

describe("the journeys in the list", () => {
  const journeys = journeysWithoutScripts();

  it("exist, and run without scripts", () => {
    const isThere = (name: string) => journeys.some((journey) => journey.test(name));
    expect(FORMS.map(journeyOf).filter((name) => !isThere(name))).toEqual([]);
  });

  it("include every journey of the forms-* files", () => {
    const own = journeys.filter((journey) => journey.source.startsWith("^forms-"));
    const named = FORMS.map(journeyOf);
    expect(own.filter((journey) => !named.some((name) => journey.test(name)))).toEqual([]);
  });
});

describe("finding forms in the source", () => {
  const found = (text: string) =>
    placesIn("page.tsx", text).map(({ name }) => name.replace("page.tsx: ", ""));

  it.each([
    ['<Form method="post"><Button>Send</Button></Form>', ["POST"]],
    ['<Form method="post"><input name="intent" value="a" /><Button>A</Button></Form>', ["POST intent=a"]],
    ['<form action="/books"><input name="q" /></form>', ["GET /books"]],
    [
      '<fetcher.Form method="post" action="/x"><button name="intent" value="a"/><Button type="button"/><button name="intent" value={on ? "b" : "c"}/></fetcher.Form>',
      ["POST /x intent=a", "POST /x intent=b", "POST /x intent=c"],
    ],
    ['<><Form method="post"/><Form method="post"/></>', ["POST", "POST #2"]],
    ['<Button form="order" name="intent" value="pay" />', ["button of order intent=pay"]],
    ['<input type="submit" form="order" />', ["button of order"]],
    ['const f = { method: "post" } as const; <Form {...f} />', ["POST"]],
    [
      '<ZodForm form={form} action="/x"><input name="intent" value="a" /><Button>A</Button></ZodForm>',
      ["POST /x intent=a"],
    ],
    [
      '<ConfirmForm title="A?" button={<Button name="intent" value="a">A</Button>}><p>B</p></ConfirmForm>',
      ["POST intent=a"],
    ],
    ['if (form.get("intent") === "a") b();', ["knows intent=a"]],
    ['switch (form.get("intent")) { case "a": case "b": }', ["knows intent=a", "knows intent=b"]],
    ['z.object({ intent: z.literal("a") })', ["knows intent=a"]],
    ['useNavigation().formData?.get("intent") === "a"', []],
    ['fetch("/x", { method: "POST" })', ["script fetch"]],
    ["fetcher.submit(form)", ["script fetcher.submit"]],
  ])("%s", (text, expected) => expect(found(text)).toEqual(expected));

  it("ignores one button or one form in each part of the kit", () => {
    const inKit = KIT.map((file) => placesIn(file, readFileSync(path.join("app", file), "utf8")));
    expect(inKit.map((places) => places.map(({ name }) => name))).toEqual([
      ["ui/kit/button.tsx: button"],
      ["ui/kit/confirm-form.tsx: POST"],
      ["ui/kit/zod-form.tsx: POST"],
    ]);
  });
});

/** "file: title" of each journey as a pattern, since a title can be a template. */
function journeysWithoutScripts(): RegExp[] {
  return readdirSync(E2E)
    .filter((file) => file.endsWith(".spec.ts"))
    .flatMap((file) => {
      const source = ts.createSourceFile(
        file,
        readFileSync(path.join(E2E, file), "utf8"),
        ts.ScriptTarget.Latest,
        true,
      );
      const found: RegExp[] = [];
      const visit = (node: ts.Node) => {
        if (ts.isCallExpression(node) && node.expression.getText() === "test") {
          const [title, ...rest] = node.arguments;
          const isOff = rest.some((part) => part.getText() === "SCRIPTS");
          if (title && rest.length > 0 && !isOff)
            found.push(new RegExp(`^${path.basename(file, ".spec.ts")}: ${words(title)}$`));
        }
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

function words(title: ts.Expression): string {
  const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (ts.isStringLiteralLike(title)) return plain(title.text);
  if (!ts.isTemplateExpression(title)) throw new Error(`A title that cannot be read: ${title.getText()}`);
  return plain(title.head.text) + title.templateSpans.map((span) => `.+${plain(span.literal.text)}`).join("");
}
