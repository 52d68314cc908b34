import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { footerWordsSchema } from "~/domain/front/home/frame-parts.schema";
import { type FrameClash, saveFramePart } from "~/domain/front/home/frame-parts.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";
import { versionIn } from "./version-in";

/** The answer to the form of the footer's words that was not saved. */
export interface FooterWordsAnswer {
  part: "footer-words";
  result: SubmissionResult<string[]>;
  version: number;
  clash: FrameClash | null;
}

export async function answerFooterWords(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  staffId: number,
) {
  const submission = parseWithZod(form, { schema: footerWordsSchema, disableAutoCoercion: true });
  const answer = (status: number, version: number, clash: FrameClash | null) => {
    const refused: FooterWordsAnswer = { part: "footer-words", result: submission.reply(), version, clash };
    return data(refused, { status });
  };
  const version = versionIn(form);
  if (submission.status !== "success") return answer(400, version, null);
  const saved = await saveFramePart(writeDb, {
    name: "footer-words",
    value: submission.value,
    version,
    staffId,
  });
  if (!saved.ok) return answer(409, saved.clash.version, saved.clash);
  return redirectWithFlash(context, "/admin/appearance/menus", {
    kind: "success",
    text: "Words of the footer saved",
  });
}
