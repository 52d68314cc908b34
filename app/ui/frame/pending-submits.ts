import type { Fetcher, Navigation } from "react-router";

/** Of the router, what tells whether a form is on its way. */
interface Requests {
  state: { navigation: Navigation; fetchers: Map<string, Fetcher> };
}

interface Mark {
  form: HTMLFormElement;
  shown: HTMLElement | null;
  isOver(): boolean;
}

const NATIVE_MS = 10_000;
const CHANGE_MS = 2_000;

/**
 * Marks the form that is on its way (`aria-busy`) and what was pressed (`data-pending`) until its answer is shown.
 * Meanwhile a second press of a form that changes something does nothing. A form that shows its outcome before it is
 * known says so (`data-optimistic`), and is left alone.
 * @param onChange told whether any form is on its way
 */
export function watchSubmits(router: Requests, onChange: (isPending: boolean) => void) {
  const listening = new AbortController();
  const marks = pendingMarks(onChange);
  // A form can be sent by the very press that wakes the page up: then nobody listened as it began.
  let before = underWay();
  let changed: { form: HTMLFormElement; control: HTMLElement; at: number } | null = null;

  function underWay() {
    return { navigation: router.state.navigation, fetchers: new Map(router.state.fetchers) };
  }

  /** Before anybody else: what is on its way is not sent again. Searches may overtake each other. */
  function onSubmitFirst(event: SubmitEvent) {
    const form = event.target as HTMLFormElement;
    if (form.method === "post" && marks.has(form)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    before = underWay();
  }

  /** After everybody else: either the router has it by now, or the browser sends it, or it was refused. */
  function onSubmitLast(event: SubmitEvent) {
    const form = event.target as HTMLFormElement;
    // It shows its outcome at once, and takes the next press with it.
    if (event.defaultPrevented && form.dataset.optimistic !== undefined) return;
    const { navigation, fetchers } = router.state;
    if (!event.defaultPrevented) {
      // The next page takes the marks away with it, unless it never comes.
      const until = Date.now() + NATIVE_MS;
      marks.add(form, event.submitter, () => Date.now() >= until);
      setTimeout(look, NATIVE_MS);
    } else if (navigation !== before.navigation && navigation.state !== "idle") {
      marks.add(form, event.submitter, () => router.state.navigation.state === "idle");
    } else {
      const started = [...fetchers].filter(
        ([key, fetcher]) => fetcher.state !== "idle" && fetcher !== before.fetchers.get(key),
      );
      const isIdle = (key: string) => (router.state.fetchers.get(key)?.state ?? "idle") === "idle";
      if (started.length > 0) marks.add(form, event.submitter, () => started.every(([key]) => isIdle(key)));
    }
  }

  /** Lists that follow their fields send no submit event. */
  function onField(event: Event) {
    const control = event.target as HTMLInputElement;
    if (control.form?.method === "get") changed = { form: control.form, control, at: Date.now() };
  }

  /** What the page shows has changed. */
  function look() {
    marks.clear((one) => one.isOver() || !one.form.isConnected);
    const { navigation } = router.state;
    if (changed && navigation.state === "loading" && marks.isEmpty()) {
      const { form, control, at } = changed;
      const isMeant = new URL(form.action).pathname === navigation.location.pathname;
      if (isMeant && Date.now() - at < CHANGE_MS)
        marks.add(
          form,
          submitButtons(form).find(isSeen) ?? control,
          () => router.state.navigation.state === "idle",
        );
      changed = null;
    }
  }

  const { signal } = listening;
  addEventListener("submit", onSubmitFirst, { capture: true, signal });
  addEventListener("submit", onSubmitLast, { signal });
  addEventListener("input", onField, { signal });
  // Back to a page that was left in the middle of it.
  addEventListener("pageshow", (event) => event.persisted && marks.clear(() => true), { signal });
  return {
    look,
    stop() {
      listening.abort();
      marks.clear(() => true);
    },
  };
}

/** The marks that are set. @param onChange told whether there are any */
function pendingMarks(onChange: (isPending: boolean) => void) {
  let marks: Mark[] = [];
  return {
    has: (form: HTMLFormElement) => marks.some((mark) => mark.form === form),
    isEmpty: () => marks.length === 0,
    add(form: HTMLFormElement, pressed: HTMLElement | null, isOver: () => boolean) {
      const shown = isSeen(pressed) ? pressed : (submitButtons(form).find(isSeen) ?? null);
      form.ariaBusy = "true";
      if (shown) shown.dataset.pending = "";
      marks.push({ form, shown, isOver });
      onChange(true);
    },
    clear(isDone: (mark: Mark) => boolean) {
      const done = marks.filter(isDone);
      if (done.length === 0) return;
      marks = marks.filter((mark) => !done.includes(mark));
      for (const { form, shown } of done) {
        form.ariaBusy = null;
        delete shown?.dataset.pending;
      }
      onChange(marks.length > 0);
    },
  };
}

const submitButtons = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLElement => element instanceof HTMLButtonElement && element.type === "submit",
  );

/** Not one that is there for the Enter key alone. */
const isSeen = (element: HTMLElement | null) => element !== null && element.offsetWidth > 1;
