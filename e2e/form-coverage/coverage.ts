import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { isSentBy, type SentForm, type ShownForm } from "./form-keys";
import type { Recorded } from "./recorder";

interface Shown {
  form: ShownForm;
  /** The path of a page that has it, and the journey that loaded it. */
  page: string;
  journey: string;
}

export interface Recording {
  shown: Shown[];
  sent: SentForm[];
  postedByScript: SentForm[];
}

/** The recordings of all workers of a run. */
export function readRecordings(folder: string): Recording {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const lines = files.flatMap((file) => readFileSync(path.join(folder, file), "utf8").split("\n"));
  const recording: Recording = { shown: [], sent: [], postedByScript: [] };
  for (const line of lines.filter(Boolean)) {
    const { journey, seen } = JSON.parse(line) as Recorded;
    if (seen.kind === "shown") recording.shown.push({ form: seen.form, page: seen.page, journey });
    else (seen.kind === "sent" ? recording.sent : recording.postedByScript).push(seen.form);
  }
  return recording;
}

/** Each form that a page showed and no browser without scripts sent, with page and journey. */
export function unsentForms({ shown, sent }: Recording): string[] {
  return oncePerKey(shown)
    .filter(
      ({ form }) =>
        !sent.some((one) => [form, menuOf(form)].some((it) => isSentBy(it, one)) || isSameJump(form, one)),
    )
    .map(({ form, page, journey }) => `${form.key}, on ${page} in "${journey}"`)
    .sort();
}

/**
 * The lists of the back office share the form that jumps to a page. A list shows it if it has more rows than fit on a page,
 * which depends on what other journeys have added by then: sending it in one list is enough.
 */
function isSameJump(form: ShownForm, sent: SentForm): boolean {
  const isJump = form.method === "GET" && form.isInAdmin && form.parts.join() === "page";
  return isJump && sent.method === "GET" && sent.isInAdmin && sent.parts!.includes("page");
}

/** The two menus of the shop have the same form, and differ in one hidden field: sending one of them is enough. */
function menuOf(form: ShownForm): ShownForm {
  const parts = form.parts.map((part) => (part === "part=footer-menu" ? "part=main-menu" : part));
  return { ...form, parts };
}

/** The same form can have other optional fields on other pages; here it has all of them. */
function oncePerKey(shown: Shown[]): Shown[] {
  const forms = new Map<string, Shown>();
  for (const one of shown) {
    const first = forms.get(one.form.key);
    if (first) first.form = { ...first.form, names: [...first.form.names, ...one.form.names] };
    else forms.set(one.form.key, { ...one });
  }
  return [...forms.values()];
}

/** What scripts posted and no form did: "POST /cart intent=add". */
export function postedByScriptAlone({ sent, postedByScript }: Recording): string[] {
  // Of a post with a file only the path is known, also when the file's field was left empty.
  const byForm = new Set(sent.flatMap((form) => [postOf(form), postOf({ ...form, parts: null })]));
  return [...new Set(postedByScript.map(postOf))].filter((post) => !byForm.has(post)).sort();
}

function postOf({ method, path: to, parts }: SentForm): string {
  const intent = parts?.find((part) => part.startsWith("intent="));
  return [method, to, intent].filter(Boolean).join(" ");
}
