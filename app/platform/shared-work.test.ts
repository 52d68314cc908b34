import { expect, test } from "vitest";
import { sharedWork } from "./shared-work";

/** Work that ends when it is told to, and stops at once when nobody wants it. */
function started() {
  const works = sharedWork<string>();
  const begun: { end(): void }[] = [];
  const ask = (key: string, signal?: AbortSignal) =>
    works.ask(
      key,
      (stopped) =>
        new Promise((resolve, reject) => {
          begun.push({ end: () => resolve(key) });
          stopped.addEventListener("abort", () => reject(stopped.reason));
        }),
      signal,
    );
  return { works, begun, ask };
}

test("all who ask for the same get one result, and who asks later a new one", async () => {
  const { works, begun, ask } = started();
  const asked = [ask("bill"), ask("bill"), ask("other")];
  expect([begun.length, works.count(), works.isUnderway("bill")]).toEqual([2, 2, true]);
  for (const one of begun) one.end();
  expect(await Promise.all(asked)).toEqual(["bill", "bill", "other"]);
  expect([works.count(), works.isUnderway("bill")]).toEqual([0, false]);
  void ask("bill");
  expect(begun).toHaveLength(3);
});

test("it is stopped when the last who asked has gone; whoever comes at that moment has it begun anew", async () => {
  const { works, begun, ask } = started();
  const [one, other] = [new AbortController(), new AbortController()];
  const asked = [ask("bill", one.signal), ask("bill", other.signal)].map((each) =>
    each.catch(() => "stopped"),
  );
  one.abort();
  await Promise.resolve();
  expect(works.count()).toBe(1);
  other.abort();
  const late = ask("bill");
  expect(await Promise.all(asked)).toEqual(["stopped", "stopped"]);
  await expect.poll(() => begun.length).toBe(2);
  begun[1]!.end();
  expect(await late).toBe("bill");
  expect(works.count()).toBe(0);
});
