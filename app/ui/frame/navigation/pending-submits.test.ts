import { afterEach, expect, it, vi } from "vitest";
import { watchSubmits } from "./pending-submits";

afterEach(() => vi.unstubAllGlobals());

/** Collects the listeners that are added to the window. @returns a function that calls those of 'submit' */
function stubListeners() {
  const listeners: { type: string; listener: (event: unknown) => void; capture: boolean }[] = [];
  vi.stubGlobal("addEventListener", (type: string, listener: () => void, options: { capture?: boolean }) =>
    listeners.push({ type, listener, capture: options.capture ?? false }),
  );
  return (event: object, isCapturing: boolean) => {
    for (const { type, listener, capture } of listeners)
      if (type === "submit" && capture === isCapturing) listener(event);
  };
}

it("accepts a form that was sent by the press that hydrated the page", () => {
  const submit = stubListeners();
  const navigation = { state: "idle" };
  const router = { state: { navigation, fetchers: new Map() } };
  const changes: boolean[] = [];
  watchSubmits(router as never, (isPending) => changes.push(isPending));
  // The event had passed the capturing listeners' phase before they were added.
  const event = { target: { method: "post", dataset: {} }, submitter: null, defaultPrevented: true };
  submit(event, false);
  expect(changes).toEqual([]);
});

it("accepts a form again once its answer is shown, while the page's data is still loaded", () => {
  const submit = stubListeners();
  const router = {
    state: { navigation: { state: "idle" }, fetchers: new Map(), actionData: null as unknown },
  };
  const watch = watchSubmits(router as never, () => {});
  const form = { method: "post", dataset: {}, elements: [], isConnected: true };
  let stopped = 0;
  const send = () =>
    submit({ target: form, preventDefault: () => (stopped += 1), stopImmediatePropagation() {} }, true);
  send();
  router.state.navigation = { state: "submitting" };
  submit({ target: form, submitter: null, defaultPrevented: true }, false);
  send();
  expect(stopped).toBe(1);
  // A redirect: the form is still shown.
  router.state.navigation = { state: "loading" };
  watch.update();
  send();
  expect(stopped).toBe(2);
  router.state.actionData = { "routes/page": "found" };
  watch.update();
  send();
  expect(stopped).toBe(2);
});
