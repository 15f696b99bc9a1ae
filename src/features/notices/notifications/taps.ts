import { APP_STARTING, IS_APP_RUNNING, OPEN_NOTICE } from '#contract/notices/shown.ts';

type OpenTarget = (about: unknown) => Promise<void>;
type Messages = Pick<ServiceWorkerContainer, 'addEventListener' | 'removeEventListener'> | undefined;

const isOfTap = (data: unknown): data is { readonly type: string; readonly data?: unknown } =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  (data.type === IS_APP_RUNNING || data.type === OPEN_NOTICE);

/** Ends what `holdTaps` began and returns the messages that it held; none before. */
let release: () => readonly MessageEvent[] = () => [];

/**
 * Answers the service worker that the app of this page is starting, so that a click on a notification opens no second window, and holds its
 * messages until `followTaps`. Called by the entry script of a page that opens the app.
 */
export function holdTaps(from: Messages = navigator.serviceWorker): void {
  const held: MessageEvent[] = [];
  const onMessage = (event: MessageEvent<unknown>) => {
    if (!isOfTap(event.data)) return;
    event.ports[0]?.postMessage(APP_STARTING);
    held.push(event);
  };
  from?.addEventListener('message', onMessage);
  release = () => {
    from?.removeEventListener('message', onMessage);
    return held.splice(0);
  };
}

/**
 * Answers the service worker that the app runs in this page, and opens the targets of clicked notifications. A page that cannot `load`
 * the code for that does not answer, so that the service worker uses another window. Returns a function that stops it.
 */
export function followTaps(load: () => Promise<OpenTarget>, from: Messages = navigator.serviceWorker): () => void {
  const onMessage = ({ data, ports }: MessageEvent<unknown>) => {
    if (!isOfTap(data)) return;
    load()
      .then((open) => (data.type === OPEN_NOTICE ? open(data.data) : ports[0]?.postMessage(true)))
      .catch(() => undefined);
  };
  from?.addEventListener('message', onMessage);
  for (const event of release()) onMessage(event);
  return () => from?.removeEventListener('message', onMessage);
}
