import { afterEach, expect, it, vi } from "vitest";
import { watchSubmits } from "./pending-submits";

afterEach(() => vi.unstubAllGlobals());

it("accepts a form that was sent by the press that hydrated the page", () => {
  const listeners: { type: string; listener: (event: unknown) => void; capture: boolean }[] = [];
  vi.stubGlobal("addEventListener", (type: string, listener: () => void, options: { capture?: boolean }) =>
    listeners.push({ type, listener, capture: options.capture ?? false }),
  );
  const navigation = { state: "idle" };
  const router = { state: { navigation, fetchers: new Map() } };
  const changes: boolean[] = [];
  watchSubmits(router as never, (isPending) => changes.push(isPending));
  // The event had passed the capturing listeners' phase before they were added.
  const event = { target: { method: "post", dataset: {} }, submitter: null, defaultPrevented: true };
  for (const { type, listener, capture } of listeners) if (type === "submit" && !capture) listener(event);
  expect(changes).toEqual([]);
});
