import { IS_APP_RUNNING } from '#contract/notices/shown.ts';

/** Time within which a page answers, ms. A click allows to open a window for 1 s in Firefox. */
const ANSWER_WITHIN_MS = 700;

/** The part of a `WindowClient` that is used here. */
export type AppWindow = {
  readonly focused: boolean;
  readonly visibilityState: string;
  readonly frameType: string;
  postMessage(message: unknown, transfer?: Transferable[]): void;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
};

/** Resolves to whether the page of a window answers in time. */
function answers(window: AppWindow): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, ANSWER_WITHIN_MS, false);
    port1.onmessage = () => {
      clearTimeout(timer);
      resolve(true);
    };
    window.postMessage({ type: IS_APP_RUNNING }, [port2]);
  }).finally(() => port1.close());
}

/** Returns the windows in the order in which one is used: the focused one, then visible ones, then the last used. */
export function inOrder(windows: readonly AppWindow[]): readonly AppWindow[] {
  const rank = ({ focused, visibilityState }: AppWindow) => (focused ? 0 : visibilityState === 'visible' ? 1 : 2);
  return windows.filter(({ frameType }) => frameType !== 'nested').toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the first window in which the app runs; undefined if no window answers. All are asked at once. */
export async function runningWindow(windows: readonly AppWindow[]): Promise<AppWindow | undefined> {
  const asked = inOrder(windows).map((window) => ({ window, isRunning: answers(window) }));
  for (const { window, isRunning } of asked) if (await isRunning) return window;
  return undefined;
}
