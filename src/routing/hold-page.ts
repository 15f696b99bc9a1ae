type Hold = { readonly here: string; readonly onLeave: (go: () => void) => void };

let held: Hold | undefined;

const withoutHold = (go: () => void) => () => {
  held = undefined;
  go();
};

// The way back is known only after the fact, and is undone. Whoever shows the address hears of it through listeners that
// are told in the order in which they came, so this one has to be there before the first page is drawn.
addEventListener('popstate', (event) => {
  if (!held || location.pathname === held.here) return;
  event.stopImmediatePropagation();
  history.pushState(null, '', held.here);
  held.onLeave(withoutHold(() => history.back()));
});

/** Links and our own buttons ask the history for another place. */
for (const way of ['pushState', 'replaceState'] as const) {
  const original = history[way];
  history[way] = (data, unused, url) => {
    const away = held && url != null && new URL(url, location.href).pathname !== held.here;
    // Asked anew from the top: others who listen to the history heard of a step that did not happen.
    if (away) held?.onLeave(withoutHold(() => history[way](data, unused, url)));
    else original.call(history, data, unused, url);
  };
}

addEventListener('beforeunload', (event) => {
  if (held) event.preventDefault();
});

/** Stops what would lead away from this address, and hands `onLeave` the way to go on after all. Returns the end of it. */
export function holdPage(onLeave: Hold['onLeave']): () => void {
  const hold = { here: location.pathname, onLeave };
  held = hold;
  return () => {
    if (held === hold) held = undefined;
  };
}
