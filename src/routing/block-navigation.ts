type Hold = { readonly here: string; readonly onLeave: (go: () => void) => void };

let held: Hold | undefined;

const withoutHold = (go: () => void) => () => {
  held = undefined;
  go();
};

// A step back is known only after it happened, so it is undone. Listeners run in the order of their registration, so
// this one must be registered before the first page renders.
addEventListener('popstate', (event) => {
  if (!held || location.pathname === held.here) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', held.here);
  held.onLeave(withoutHold(() => history.back()));
});

// Links and buttons navigate by these two methods: while a navigation to another path is blocked, the call goes to `onLeave`.
for (const way of ['pushState', 'replaceState'] as const) {
  const original = history[way];
  history[way] = (data, unused, url) => {
    const away = held && url != null && new URL(url, location.href).pathname !== held.here;
    // Repeated through `history` itself, so that other listeners do not see a navigation that was blocked.
    if (away) held?.onLeave(withoutHold(() => history[way](data, unused, url)));
    else original.call(history, data, unused, url);
  };
}

addEventListener('beforeunload', (event) => {
  if (held) event.preventDefault();
});

/**
 * Blocks navigation to other paths (links, back button, closing the tab) while a form has unsaved input. A blocked navigation is
 * passed to `onLeave` as a function that performs it. Returns a function that ends the blocking.
 */
export function blockNavigation(onLeave: Hold['onLeave']): () => void {
  const hold = { here: location.pathname, onLeave };
  held = hold;
  return () => {
    if (held === hold) held = undefined;
  };
}
