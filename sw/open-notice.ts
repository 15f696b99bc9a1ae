import { type NoticeTarget, pathOfNotice } from '#contract/notices/notice.ts';
import { OPEN_NOTICE } from '#contract/notices/shown.ts';
import { type AppWindow, inOrder, runningWindow } from './app-windows.ts';

/** The browser's windows of this origin. */
export type Windows = {
  readonly matchAll: () => Promise<readonly AppWindow[]>;
  /** Rejects when the browser does not count the click as a user's gesture. */
  readonly openWindow: (path: string) => Promise<unknown>;
};

/**
 * Opens the target of a clicked notification. A window in which the app runs navigates by itself, so that no input on it is lost. If no
 * window answers, a new one is opened; if the browser refuses that, an open window is navigated.
 */
export async function openNotice(data: NoticeTarget, { matchAll, openWindow }: Windows): Promise<void> {
  const windows = await matchAll();
  const window = await runningWindow(windows);
  if (!window) {
    const path = pathOfNotice(data);
    await openWindow(path).catch(async (error: unknown) => {
      const [open] = inOrder(windows);
      if (!open) throw error;
      await open.navigate(path);
    });
    return;
  }
  window.postMessage({ type: OPEN_NOTICE, data });
  await window.focus().catch(() => undefined);
}
