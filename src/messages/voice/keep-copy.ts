const asked = new Set<string>();

/** Fetches a voice that came into sight once, so that the service worker has a copy of it when there is no network. */
export function keepCopy(src: string): void {
  const { serviceWorker, onLine } = navigator;
  const isOurs = src !== '' && new URL(src, location.href).origin === location.origin;
  if (!isOurs || !serviceWorker?.controller || !onLine || asked.has(src)) return;
  asked.add(src);
  fetch(src, { priority: 'low' }).then(
    // To its end: a copy is made of whole answers.
    (response) => response.arrayBuffer().catch(() => asked.delete(src)),
    () => asked.delete(src),
  );
}
