/**
 * Statements of a transaction that do not wait for each other's answers: on PostgreSQL they are one round trip, carried out
 * in this order. As Promise.all, but ends when all have ended, also when one has failed: a step that went on by itself would
 * run after the rollback.
 * @throws the first failure in the order of time
 */
export async function together<T extends readonly unknown[] | []>(
  statements: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const all = Promise.all(statements);
  await Promise.allSettled([all, ...statements]);
  return all;
}
