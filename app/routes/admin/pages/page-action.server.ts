import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import type { PageKind } from "~/domain/front/pages/pages";
import { PAGE_NOT_FOUND } from "~/domain/front/pages/staff-pages";
import { deletePage, savePage } from "~/domain/front/pages/staff-pages.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { requireRight } from "~/http/request/guards.server";
import { textField } from "~/http/request/forms/read-form.server";
import { markdownProblem, renderMarkdown } from "~/platform/markdown.server";
import { type PageAnswer, parsePageForm } from "./page-answer";

interface Post {
  context: Readonly<RouterContextProvider>;
  form: FormData;
  kind: PageKind;
}

/** 0 is the version of no page. */
function versionIn(form: FormData): number {
  const typed = textField(form, "version");
  return /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
}

/** Answers the page's form. @param pageId null to add one */
export async function answerSave({ context, form, kind }: Post, pageId: number | null) {
  const staffId = requireRight(context, "content").id;
  const submission = parsePageForm(kind)(form);
  const version = versionIn(form);
  const refuse = (
    status: number,
    problem: Parameters<typeof submission.reply>[0] = {},
    more: Partial<PageAnswer> = {},
  ) => {
    const answer = { result: submission.reply(problem), version, clash: null, preview: null, ...more };
    return data<PageAnswer>(answer, { status });
  };
  if (submission.status !== "success") return refuse(400);
  const saved = await savePage(writeDb, { id: pageId, kind, staffId, fields: submission.value, version });
  if (saved.ok) {
    // The version tells the page that its form begins anew.
    const editor = `/admin/pages/${saved.id}?saved=${saved.version}`;
    return redirectWithFlash(context, editor, { kind: "success", text: saved.message });
  }
  if (saved.reason === "changed") {
    const { clash, message } = saved;
    return refuse(409, { formErrors: [message] }, { version: clash.version, clash });
  }
  if (saved.reason === "unknown") throw data(saved.message, { status: 404 });
  return refuse(400, { fieldErrors: { [saved.field]: [saved.message] } });
}

/** Answers 'Preview': the form as it was, with its text as visitors would see it. Nothing is saved. */
export function answerPreview({ form, kind }: Post) {
  const text = textField(form, "body");
  const problem = markdownProblem(text);
  const { initialValue } = parsePageForm(kind)(form).reply();
  const error: Record<string, string[]> = problem ? { body: [problem] } : {};
  const answer: PageAnswer = {
    result: { status: "error", initialValue, error },
    version: versionIn(form),
    clash: null,
    preview: renderMarkdown(text),
  };
  return data(answer, { status: problem ? 400 : 200 });
}

/** Answers the dialog that deletes a page. */
export async function answerDelete({ context, kind }: Post, pageId: number) {
  const title = await deletePage(writeDb, { id: pageId, staffId: requireRight(context, "content").id });
  if (title === null) throw data(PAGE_NOT_FOUND, { status: 404 });
  const list = kind === "news" ? "/admin/pages/news" : "/admin/pages";
  return redirectWithFlash(context, list, { kind: "success", text: `“${title}” is deleted.` });
}
