import { passwordSlots } from "~/platform/secrets/passwords.server";

/**
 * Runs something while as many passwords as may seem to be hashed and to wait: whatever hashes one more is refused, so a
 * refusal shows that the work would have been done.
 */
export async function whilePasswordsAreBusy<Result>(work: () => Promise<Result>): Promise<Result> {
  let end = () => {};
  const over = new Promise<void>((resolve) => (end = resolve));
  const held: Promise<unknown>[] = [];
  for (let isFull = false; !isFull;) {
    const one = passwordSlots(() => over);
    held.push(one);
    // Only what is refused is answered at once.
    isFull = (await Promise.race([one, new Promise((resolve) => setImmediate(resolve))])) === "busy";
  }
  try {
    return await work();
  } finally {
    end();
    await Promise.all(held);
  }
}
