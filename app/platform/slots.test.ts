import { expect, test } from "vitest";
import { slots } from "./slots";

test("so many run at a time, so many wait in order, and more are refused", async () => {
  const run = slots({ atOnce: 2, waiting: 48 });
  const begun: number[] = [];
  let atOnce = 0;
  let most = 0;
  const job = (number: number) => async () => {
    begun.push(number);
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce -= 1;
    return number;
  };
  const crowd = await Promise.all(Array.from({ length: 200 }, (_, number) => run(job(number))));
  const served = Array.from({ length: 50 }, (_, number) => number);
  expect(crowd).toEqual([...served, ...Array.from({ length: 150 }, () => "busy")]);
  expect([begun, most]).toEqual([served, 2]);
  // All are free again.
  expect(await Promise.all([1, 2, 3].map((number) => run(job(number))))).toEqual([1, 2, 3]);
});

test("a job that fails frees its slot", async () => {
  const run = slots({ atOnce: 1, waiting: 0 });
  await expect(run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await run(() => Promise.resolve("done"))).toBe("done");
});
