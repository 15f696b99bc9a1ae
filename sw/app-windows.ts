import { APP_STARTING, IS_APP_RUNNING } from '#contract/notices/shown.ts';
import { delay } from '../worker/delay.ts';

/** Time that a page has to answer whether its app runs, ms; less than the 1 s after a click in which Firefox lets a window open. */
const ANSWER_WITHIN_MS = 700;

/** Further time that a page has to answer after it answered that its app is starting, ms. */
const STARTS_WITHIN_MS = 8_000;

/** Time within which a preferred window may answer after another one has, ms. */
const PREFERRED_WITHIN_MS = 50;

/** The part of a `WindowClient` that is used here. */
export type AppWindow = {
  readonly focused: boolean;
  readonly visibilityState: string;
  readonly frameType: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
};

/** Resolves to whether the app runs in a window: the page answers in time, and again when its app, if still starting, runs. */
function answers(window: AppWindow): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    let timer = setTimeout(resolve, ANSWER_WITHIN_MS, false);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      if (data === APP_STARTING) timer = setTimeout(resolve, STARTS_WITHIN_MS, false);
      else resolve(true);
    };
    window.postMessage({ type: IS_APP_RUNNING }, [port2]);
  }).finally(() => port1.close());
}

/**
 * Returns the windows in the order in which one is used: the focused one, then visible ones, then the last used. Frames inside of other
 * pages are left out.
 */
export function inOrder(windows: readonly AppWindow[]): readonly AppWindow[] {
  const rank = ({ focused, visibilityState }: AppWindow) => (focused ? 0 : visibilityState === 'visible' ? 1 : 2);
  return windows.filter(({ frameType }) => frameType !== 'nested').toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the first window in which the app runs; undefined if no window answers. All are asked at once. After the first answer, preferred
 * windows have a moment left: a document without the app, which never answers, must not delay the click.
 */
export async function runningWindow(windows: readonly AppWindow[]): Promise<AppWindow | undefined> {
  const ordered = inOrder(windows);
  const running = new Set<AppWindow>();
  const asked = ordered.map(async (window) => {
    if (!(await answers(window))) throw new Error('no answer');
    running.add(window);
  });
  await Promise.any(asked).catch(() => undefined);
  const [preferred] = ordered;
  if (preferred && running.size > 0 && !running.has(preferred)) {
    await Promise.race([Promise.allSettled(asked), delay(PREFERRED_WITHIN_MS)]);
  }
  return ordered.find((window) => running.has(window));
}
