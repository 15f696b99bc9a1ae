/** Launch Handler API (Chromium only), not in TypeScript's types. Launches are queued until there is a consumer. */
type LaunchQueue = { setConsumer(consumer: (launch: { readonly targetURL?: unknown }) => void): void };
type Launching = { readonly launchQueue?: LaunchQueue };

/** URL that this document was loaded with; the queue contains that launch as well, and it is ignored. */
let opened: string | undefined = performance.getEntriesByType('navigation')[0]?.name;

/** Receives the targets of launches by icon, shortcut or link that the browser directs to this window. A later consumer replaces it. */
export function onLaunch(consume: (target: unknown) => void): void {
  const { launchQueue } = window as Launching;
  launchQueue?.setConsumer(({ targetURL }) => {
    const isThisPage = targetURL === opened;
    opened = undefined;
    if (!isThisPage) consume(targetURL);
  });
}
