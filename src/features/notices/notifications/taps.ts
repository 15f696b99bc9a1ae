import { IS_APP_RUNNING, OPEN_NOTICE } from '#contract/notices/shown.ts';

type OpenTarget = (about: unknown) => Promise<void>;

/**
 * Answers the service worker that the app runs in this page, and opens the targets of clicked notifications. A page that cannot `load`
 * the code for that does not answer, so that the service worker uses another window. Returns a function that stops it.
 */
export function followTaps(
  load: () => Promise<OpenTarget>,
  from: Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener'> | undefined = navigator.serviceWorker,
): () => void {
  const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('type' in data)) return;
    const { type } = data;
    if (type !== IS_APP_RUNNING && type !== OPEN_NOTICE) return;
    const about = 'data' in data ? data.data : undefined;
    load()
      .then((open) => (type === OPEN_NOTICE ? open(about) : ports[0]?.postMessage(true)))
      .catch(() => undefined);
  };
  from?.addEventListener('message', onMessage);
  return () => from?.removeEventListener('message', onMessage);
}
