/**
 * A view transition that is skipped (the tab is hidden, the next one begins, the window is resized) is no error: the page
 * changes without it. React Router starts the transitions and does not handle the rejected `ready` of a skipped one.
 * Remove this when it does: e2e/in-place.spec.ts skips every transition.
 */
export function guardViewTransitions() {
  const start = document.startViewTransition?.bind(document);
  if (!start) return;
  document.startViewTransition = (change) => {
    const transition = start(change);
    transition.ready.catch(() => {});
    return transition;
  };
}
