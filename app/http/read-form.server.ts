import { data } from "react-router";

/**
 * The posted form. What is no form at all (another content type, a broken multipart body) is the sender's mistake,
 * not the shop's.
 * @throws 400 where the body cannot be read as a form
 */
export async function readForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch (error) {
    if (request.signal.aborted) throw error;
    throw data("The form could not be read.", { status: 400 });
  }
}
