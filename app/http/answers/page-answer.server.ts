const pages = new WeakMap<Response, Buffer>();

/**
 * The answer with a rendered page. Its body is not in the Response: a stream of it takes as long as a tenth of the page's
 * rendering. The listeners take it from here (`pageOf`).
 * @param parts of the page, one after the other: joined as strings they would be copied once more
 */
export function pageAnswer(parts: string[], init: ResponseInit): Response {
  const response = new Response(null, init);
  pages.set(response, Buffer.concat(parts.map((part) => Buffer.from(part))));
  return response;
}

/** The page in UTF-8; undefined for an answer whose body is in the Response. */
export const pageOf = (response: Response): Buffer | undefined => pages.get(response);
