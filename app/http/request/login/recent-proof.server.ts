import type { RouterContextProvider } from "react-router";
import { isRecentProof } from "~/domain/people/factors/proof.server";
import { leave, requireStaff, pageToReturnTo } from "../guards.server";
import { stashForm } from "../stashed-form.server";
import { getRequestSession } from "../request-session.server";

/**
 * For changes of consequence: asks staff for their password or second factor again when the last proof in this session
 * is older than 15 minutes. What they typed is put aside and filled in again afterwards. Works without scripts.
 *
 * Call it in the action before anything is written, or in the loader of a download:
 *
 *     await requireRecentProof(context, request);                 // the body has not been read yet
 *     await requireRecentProof(context, request, { form });       // after readForm
 *     await requireRecentProof(context, request, { back: "/admin/customers" }); // a download: its page, to press again
 *
 * Forms that it guards show it by `TextField` and the other fields of ui/kit.
 * @throws a redirect to /admin/prove, which leads back
 */
export async function requireRecentProof(
  context: Readonly<RouterContextProvider>,
  request: Request,
  { form, back = pageToReturnTo(request) }: { form?: FormData; back?: string } = {},
): Promise<void> {
  requireStaff(context);
  if (isRecentProof(getRequestSession(context).provedAt)) return;
  await stashForm(context, request, back, { why: "proof", form });
  throw leave(`/admin/prove?to=${encodeURIComponent(back)}`);
}
