/**
 * All who ask in one turn of the event loop share one query, which is sent after each of their requests came in: so nobody
 * gets an answer older than one that he has seen.
 */
export function sharedPerTurn<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    if (!asked) {
      asked = ask();
      setImmediate(() => (asked = null));
    }
    return asked;
  };
}
