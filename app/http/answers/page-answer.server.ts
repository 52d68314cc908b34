const pages = new WeakMap<Response, Buffer>();

/**
 * The answer with a rendered page. Its body is not in the Response: a stream of it takes as long as a tenth of the page's
 * rendering. The listeners take it from here (`pageOf`).
 */
export function pageAnswer(html: string, init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, Buffer.from(html));
  return response;
}

/** The page in UTF-8; undefined for an answer whose body is in the Response. */
export const pageOf = (response: Response): Buffer | undefined => pages.get(response);
