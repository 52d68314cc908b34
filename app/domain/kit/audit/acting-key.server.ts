import { AsyncLocalStorage } from "node:async_hooks";

const acting = new AsyncLocalStorage<string>();

/**
 * Does the work of a program that calls with an API key: the audit entries of it name the key beside the account.
 */
export function withActingKey<Result>(keyName: string, work: () => Promise<Result>): Promise<Result> {
  return acting.run(keyName, work);
}

/** The name of the key with which the present work is done; null: a person does it. */
export const actingKey = (): string | null => acting.getStore() ?? null;
