import { afterEach, expect, it, vi } from "vitest";
import { watchSubmits } from "./pending-submits";

afterEach(() => vi.unstubAllGlobals());

it("takes a form that was sent by the very press that woke the page up", () => {
  const listeners: { type: string; listener: (event: unknown) => void; capture: boolean }[] = [];
  vi.stubGlobal("addEventListener", (type: string, listener: () => void, options: { capture?: boolean }) =>
    listeners.push({ type, listener, capture: options.capture ?? false }),
  );
  const navigation = { state: "idle" };
  const router = { state: { navigation, fetchers: new Map() } };
  const told: boolean[] = [];
  watchSubmits(router as never, (isPending) => told.push(isPending));
  // The event was past the listeners of its way down when these began to listen.
  const event = { target: { method: "post", dataset: {} }, submitter: null, defaultPrevented: true };
  for (const { type, listener, capture } of listeners) if (type === "submit" && !capture) listener(event);
  expect(told).toEqual([]);
});
