import { data } from "react-router";

/**
 * Names that conform would read as a path into a structure ("a[9]", "a.b"), or as its own. No form of the shop has
 * such; "a[99999999]" would have a list of that length built, which ends the process.
 */
const NOT_A_NAME = /[[\].]|^__/;

/**
 * The posted form. What is no form at all (another content type, a broken multipart body), or one no page of the shop
 * sends, is the sender's mistake, not the shop's.
 * @throws 400 where the body cannot be read as a form
 */
export async function readForm(request: Request): Promise<FormData> {
  const form = await readBody(request);
  if ([...form.keys()].some((name) => NOT_A_NAME.test(name))) throw unreadable();
  return form;
}

async function readBody(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw unreadable();
  }
}

const unreadable = () => data("The form could not be read.", { status: 400 });
