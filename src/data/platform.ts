/** Kind of device. iPadOS counts as `ios`. */
export type Device = 'ios' | 'android' | 'computer';

/** Returns whether the device is an iPhone or iPad. An iPad reports a Mac, but no Mac has a touch screen. */
const isIos = ({ userAgent, maxTouchPoints }: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): boolean =>
  /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** Returns the kind of device: for installation steps, and for payments that open an app of the phone. */
export function deviceOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (isIos(browser)) return 'ios';
  return /Android/.test(browser.userAgent) ? 'android' : 'computer';
}

/** Returns whether the page runs as an installed app, in a window of its own instead of a browser tab. */
export const runsAlone = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Returns whether push needs an installation first: iOS delivers it only to apps on the home screen (trap 17). */
export const mustInstallForPushes = (): boolean => isIos(navigator) && !runsAlone();
