/** What is refused before anything looks at it: a sentence, and to the JSON API's clients the envelope around it. */
export function plainRefusal(url: string | undefined, msg: string): { type: string; text: string } {
  return /^\/api\/v1(?:[/?]|$)/.test(url ?? "")
    ? { type: "application/json; charset=utf-8", text: JSON.stringify({ result: 0, msg }) }
    : { type: "text/plain; charset=utf-8", text: `${msg}\n` };
}
