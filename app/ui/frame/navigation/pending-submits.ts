import type { Fetcher, Navigation } from "react-router";

/** The part of the router that tells whether a form is being sent. */
interface Requests {
  state: { navigation: Navigation; fetchers: Map<string, Fetcher>; actionData: unknown };
}

interface Mark {
  form: HTMLFormElement;
  shown: HTMLElement | null;
  isOver(): boolean;
}

/** A form that was pressed while another one was being sent. */
interface Waiting {
  form: HTMLFormElement;
  pressed: HTMLElement | null;
  subject: string;
  /** What the page showed of the answer before. */
  actionData: unknown;
}

const NATIVE_MS = 10_000;
const CHANGE_MS = 2_000;

/**
 * Marks a form that is being sent (`aria-busy`) and the pressed button (`data-pending`) until the answer is shown. Until
 * then, pressing again in a form that changes something does nothing, and another such form waits: sending it would end the
 * request of the first. It is sent once the page with the first one's outcome is shown, if it is still there and about the
 * same; not if that outcome is an answer to read, such as what was refused, which it would replace. Forms with
 * `data-optimistic` show their outcome at once, are not marked and do not wait.
 * @param onChange called with whether any form is being sent
 */
export function watchSubmits(router: Requests, onChange: (isPending: boolean) => void) {
  const listening = new AbortController();
  const marks = pendingMarks(onChange);
  // The first press can hydrate the page and send a form: this code did not see it begin.
  let before = underWay();
  let waiting: Waiting[] = [];
  let changed: { form: HTMLFormElement; control: HTMLElement; at: number } | null = null;

  function underWay() {
    return { navigation: router.state.navigation, fetchers: new Map(router.state.fetchers) };
  }

  /** Runs before all other listeners: stops a form that is already being sent. Searches may overtake each other. */
  function onSubmitFirst(event: SubmitEvent) {
    const form = event.target as HTMLFormElement;
    const isChange = form.method === "post" && form.dataset.optimistic === undefined;
    if (isChange && (marks.has(form) || isSending())) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (!marks.has(form)) wait(form, event.submitter);
    }
    before = underWay();
  }

  const isPosting = () => router.state.navigation.formMethod === "POST";
  // Once it is answered, another form takes nothing from it.
  const isSending = () => isPosting() && router.state.navigation.state === "submitting";

  function wait(form: HTMLFormElement, pressed: HTMLElement | null) {
    const { actionData } = router.state;
    const one = { form, pressed, subject: subjectOf(form, pressed), actionData };
    waiting.push(one);
    marks.add(form, pressed, () => !waiting.includes(one));
  }

  function sendNext() {
    while (waiting.length > 0 && !isPosting()) {
      const { form, pressed, subject, actionData } = waiting.shift()!;
      marks.clear((mark) => mark.form === form);
      const isAnswered = router.state.actionData && router.state.actionData !== actionData;
      if (!form.isConnected || isAnswered || subjectOf(form, pressed) !== subject) continue;
      form.requestSubmit(pressed?.isConnected ? pressed : null);
    }
  }

  /** Runs after all other listeners: by now the router has the form, or the browser sends it, or it was refused. */
  function onSubmitLast(event: SubmitEvent) {
    const form = event.target as HTMLFormElement;
    // It shows its outcome at once and accepts the next press.
    if (event.defaultPrevented && form.dataset.optimistic !== undefined) return;
    const { navigation, fetchers, actionData } = router.state;
    if (!event.defaultPrevented) {
      // The next page replaces the marks, unless it never comes.
      const until = Date.now() + NATIVE_MS;
      marks.add(form, event.submitter, () => Date.now() >= until);
      setTimeout(update, NATIVE_MS);
    } else if (navigation !== before.navigation && navigation.state !== "idle") {
      // An answer that is no redirect is shown, and can be worked with, while the page's data is still loaded again.
      const isOver = () => router.state.navigation.state === "idle" || router.state.actionData !== actionData;
      marks.add(form, event.submitter, isOver);
    } else {
      const started = [...fetchers].filter(
        ([key, fetcher]) => fetcher.state !== "idle" && fetcher !== before.fetchers.get(key),
      );
      const isIdle = (key: string) => (router.state.fetchers.get(key)?.state ?? "idle") === "idle";
      if (started.length > 0) marks.add(form, event.submitter, () => started.every(([key]) => isIdle(key)));
    }
  }

  /** For lists that follow their fields and send no submit event. */
  function onField(event: Event) {
    const control = event.target as HTMLInputElement;
    if (control.form?.method === "get") changed = { form: control.form, control, at: Date.now() };
  }

  /** Called after every render. */
  function update() {
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
    if (waiting.length > 0) sendNext();
  }

  function forget() {
    waiting = [];
    marks.clear(() => true);
  }

  const { signal } = listening;
  addEventListener("submit", onSubmitFirst, { capture: true, signal });
  addEventListener("submit", onSubmitLast, { signal });
  addEventListener("input", onField, { signal });
  // Back, from the browser's cache, to a page that was left while a form was being sent.
  addEventListener("pageshow", (event) => event.persisted && forget(), { signal });
  return {
    update,
    stop() {
      listening.abort();
      forget();
    },
  };
}

/** The marks of forms being sent. @param onChange called with whether there are any */
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

/** What a press is about: React may use the same element for another row or another step. */
const subjectOf = (form: HTMLFormElement, pressed: HTMLElement | null) =>
  JSON.stringify([
    form.action,
    ...[...new FormData(form, pressed?.isConnected ? pressed : null)].filter(([name]) =>
      /^intent$|id$/i.test(name),
    ),
  ]);

const submitButtons = (form: HTMLFormElement) =>
  [...form.elements].filter(
    (element): element is HTMLElement => element instanceof HTMLButtonElement && element.type === "submit",
  );

/** Not a button that is only there for the Enter key. */
const isSeen = (element: HTMLElement | null) => element !== null && element.offsetWidth > 1;
