/**
 * A view transition that is skipped (the tab is hidden, the next one begins, the window is resized) is no error: the page
 * changes without it. React Router starts the transitions and does not handle the rejected `ready` of a skipped one.
 * Remove this when it does: e2e/in-place.spec.ts skips every transition.
 *
 * There is none on a phone: its pictures of both pages take a cheap one longer than the page itself (`npm run bench:phone`).
 */
export function guardViewTransitions() {
  const start = document.startViewTransition?.bind(document);
  if (!start) return;
  if (matchMedia("(hover: none)").matches) {
    Object.assign(document, { startViewTransition: undefined });
    return;
  }
  document.startViewTransition = (change) => {
    const transition = start(change);
    transition.ready.catch(() => {});
    return transition;
  };
}
