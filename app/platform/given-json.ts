/** Deeper than anything that a client, the gateway or a table has to say. */
export const MOST_NESTED = 32;

/** JSON, but nested more deeply than anybody means. */
export class NestedTooDeeply extends SyntaxError {}

/**
 * JSON from outside. Lists in thousands of lists are small to send, but programs that walk through them call themselves once
 * for each, until the stack is full.
 * @param reviver as JSON.parse has it
 * @throws SyntaxError when it is not JSON; NestedTooDeeply, which is one, when lists and objects are more than MOST_NESTED deep
 */
export function parseGivenJson(text: string, reviver?: (key: string, value: unknown) => unknown): unknown {
  let depth = 0;
  // Texts are skipped as a whole: a bracket in one opens nothing. One that never ends is refused by JSON.parse.
  for (const [sign] of text.matchAll(/"(?:[^"\\]|\\.)*"?|[[{\]}]/gs)) {
    if (sign === "[" || sign === "{") depth += 1;
    else if (sign === "]" || sign === "}") depth -= 1;
    if (depth > MOST_NESTED) throw new NestedTooDeeply("nested too deeply");
  }
  return JSON.parse(text, reviver);
}
