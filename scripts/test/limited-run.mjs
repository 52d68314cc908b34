// Runs unit and route tests with a time limit, for npm run test:quick.
import { createVitest } from "vitest/node";

/**
 * Runs test files in vitest's order.
 * @param until a time of performance.now(); tests still running then are cancelled
 * @returns whether none failed, and how many files were not finished
 */
export async function runUntil(files, until) {
  if (performance.now() >= until) return { ok: true, unfinished: files.length };
  const vitest = await createVitest("test", { watch: false });
  let isLate = false;
  const stop = () => {
    isLate = true;
    void vitest.cancelCurrentRun("keyboard-input");
  };
  const timer = setTimeout(stop, until - performance.now());
  const { testModules, unhandledErrors } = await vitest.start(files);
  clearTimeout(timer);
  await vitest.close();
  const isFinished = (module) => {
    const tests = [...module.children.allTests()];
    return tests.length > 0 && tests.every((test) => test.result().state !== "pending");
  };
  return {
    ok: unhandledErrors.length === 0 && testModules.every((module) => module.state() !== "failed"),
    unfinished: isLate ? testModules.filter((module) => !isFinished(module)).length : 0,
  };
}
