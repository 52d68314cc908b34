/**
 * A view transition that is skipped (the tab is hidden, the next one begins, the window is resized) is no fault: the page
 * changes without it. The router starts them, and leaves `ready` of a skipped one to be reported as an error.
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
