import { afterEach, expect, test, vi } from 'vitest';
import { OPEN_NOTICE } from '../../../contract/notices/shown.ts';
import { followTaps, holdTaps } from '../../../src/features/notices/notifications/taps.ts';
import type { AppWindow } from '../../../sw/app-windows.ts';
import { openNotice } from '../../../sw/open-notice.ts';

const TARGET = { route: 'thread', tid: 'u_9023' } as const;
const PATH = '/message/u_9023';

type Kind = Partial<Pick<AppWindow, 'focused' | 'visibilityState' | 'frameType'>>;

function createWindow(kind: Kind = {}) {
  const page = new EventTarget();
  const open = vi.fn(async () => undefined);
  const window = {
    focused: false,
    visibilityState: 'hidden',
    frameType: 'top-level',
    ...kind,
    navigate: vi.fn(async () => null),
    focus: vi.fn(async () => Promise.reject(new Error('no gesture'))),
    postMessage: (data: unknown, ports: readonly MessagePort[] = []) =>
      page.dispatchEvent(Object.assign(new Event('message'), { data, ports })),
  } satisfies Record<keyof AppWindow, unknown>;
  return { window: window as unknown as AppWindow & typeof window, page: page as ServiceWorkerContainer, open };
}

/** A window whose page runs the app. */
function createApp(kind?: Kind) {
  const one = createWindow(kind);
  followTaps(async () => one.open, one.page);
  return one;
}

afterEach(() => void vi.useRealTimers());

const refused = async () => Promise.reject(new Error('no gesture'));
async function tap(windows: readonly AppWindow[], openWindow: () => Promise<unknown> = async () => null) {
  const opened = vi.fn(openWindow);
  await openNotice(TARGET, { matchAll: async () => windows, openWindow: opened });
  return opened;
}

test('a clicked notification opens in the focused window, else in a visible one, else in the one used last', async () => {
  const [last, hidden] = [createApp(), createApp()];
  const visible = createApp({ visibilityState: 'visible' });
  const focused = createApp({ focused: true, visibilityState: 'visible' });
  const windows = [last, hidden, visible, focused].map(({ window }) => window);
  expect(await tap(windows)).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(focused.open).toHaveBeenCalledExactlyOnceWith(TARGET));
  await tap(windows.slice(0, 3));
  await vi.waitFor(() => expect(visible.open).toHaveBeenCalledOnce());
  await tap(windows.slice(0, 2));
  await vi.waitFor(() => expect(last.open).toHaveBeenCalledOnce());
  expect(hidden.open).not.toHaveBeenCalled();
  expect(focused.window.focus).toHaveBeenCalledOnce();
});

test('a clicked notification opens in another window when the focused one shows a document without the app', async () => {
  const [document, app] = [createWindow({ focused: true }), createApp()];
  expect(await tap([document.window, app.window])).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(app.open).toHaveBeenCalledOnce());
  expect(document.window.navigate).not.toHaveBeenCalled();
});

test('a focused document without the app does not delay a clicked notification by its whole time to answer', async () => {
  const timeouts = vi.spyOn(globalThis, 'setTimeout');
  const [document, app] = [createWindow({ focused: true }), createApp()];
  const opening = tap([document.window, app.window]);
  await vi.waitFor(() => expect(app.open).toHaveBeenCalledOnce());
  await opening;
  // The time-out of the silent document has not run: it still waits for its answer.
  const [silent] = timeouts.mock.results.map(({ value }) => value as NodeJS.Timeout);
  expect((silent as unknown as { _destroyed: boolean })._destroyed).toBe(false);
  timeouts.mockRestore();
});

test('a clicked notification opens a new window when no window answers', async () => {
  const document = createWindow({ focused: true });
  expect(await tap([document.window])).toHaveBeenCalledExactlyOnceWith(PATH);
  expect(await tap([])).toHaveBeenCalledExactlyOnceWith(PATH);
  expect(document.window.navigate).not.toHaveBeenCalled();
});

test('a clicked notification waits for the app of a window that is starting, and opens no second window', async () => {
  vi.useFakeTimers();
  const starting = createWindow({ focused: true });
  holdTaps(starting.page);
  const tapped = tap([starting.window]);
  await vi.advanceTimersByTimeAsync(5_000);
  const stop = followTaps(async () => starting.open, starting.page);
  await vi.advanceTimersByTimeAsync(0);
  expect(await tapped).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(starting.open).toHaveBeenCalledExactlyOnceWith(TARGET));
  stop();
});

test('a clicked notification opens a new window when the app of a window starts but never runs', async () => {
  vi.useFakeTimers();
  const stuck = createWindow({ focused: true });
  holdTaps(stuck.page);
  const tapped = tap([stuck.window]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await tapped).toHaveBeenCalledExactlyOnceWith(PATH);
});

test('a clicked notification opens in a running window without waiting for another one that is starting', async () => {
  const [starting, app] = [createWindow({ focused: true }), createApp()];
  holdTaps(starting.page);
  expect(await tap([starting.window, app.window])).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(app.open).toHaveBeenCalledOnce());
});

test('a clicked notification navigates an open window when none answers and the browser opens no window', async () => {
  const [frame, document] = [createWindow({ focused: true, frameType: 'nested' }), createWindow()];
  await tap([frame.window, document.window], refused);
  expect(document.window.navigate).toHaveBeenCalledExactlyOnceWith(PATH);
  await expect(tap([frame.window], refused)).rejects.toThrow('no gesture');
});

test('a page that cannot load the code of a notification does not answer', async () => {
  const old = createWindow({ focused: true });
  followTaps(() => Promise.reject(new TypeError('Failed to fetch')), old.page);
  expect(await tap([old.window])).toHaveBeenCalledExactlyOnceWith(PATH);
});

test('a page ignores other messages of the service worker', () => {
  const { page, open } = createWindow();
  const load = vi.fn(async () => open);
  const stop = followTaps(load, page);
  for (const data of [undefined, null, 'OPEN_NOTICE', {}, { type: 'KEEP_APP' }])
    page.dispatchEvent(Object.assign(new Event('message'), { data, ports: [] }));
  stop();
  page.dispatchEvent(Object.assign(new Event('message'), { data: { type: OPEN_NOTICE }, ports: [] }));
  expect(load).not.toHaveBeenCalled();
});
