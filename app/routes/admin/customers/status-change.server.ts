import { data, type RouterContextProvider } from "react-router";
import { writeDb } from "~/db/shop-database.server";
import { parseAccountStatus, statusMessage } from "~/domain/people/accounts/customers";
import { setAccountStatus } from "~/domain/people/accounts/customers.server";
import { requireStaff } from "~/http/request/guards.server";
import { redirectWithFlash } from "~/http/answers/redirect-with-flash.server";

/**
 * Answers the confirmation dialog's form, on the list and on the customer's page.
 * @param to the page without the dialog
 * @throws 400 for an unknown status, 404 for an unknown customer
 */
export async function answerStatusChange(
  context: Readonly<RouterContextProvider>,
  form: FormData,
  accountId: number,
  to: string,
): Promise<Response> {
  const staffId = requireStaff(context).id;
  const status = parseAccountStatus(form.get("status"));
  if (!status) throw data("Unknown status", { status: 400 });
  const outcome = await setAccountStatus(writeDb, { accountId, status, staffId });
  if (!outcome.ok) throw data(null, { status: 404 });
  return redirectWithFlash(context, to, { kind: "success", text: statusMessage(outcome.name, status) });
}
