import { systemOf } from '#contract/platform.ts';
import type { Language } from '../i18n/languages.ts';

/** Kind of device. iPadOS counts as `ios`. */
export type Device = 'ios' | 'android' | 'computer';

/** Returns the kind of device: for installation steps, and for payments that open an app of the phone. */
export function deviceOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  const system = systemOf(browser);
  return system === 'ios' || system === 'android' ? system : 'computer';
}

/** Returns the facts about the device and the interface language that a page declares to the core by `describeDevice`. */
export const deviceFacts = (language: Language) => ({
  language,
  screenWidth: screen.width,
  screenHeight: screen.height,
  touchPoints: navigator.maxTouchPoints,
});

/** Returns whether the page runs as an installed app, in a window of its own instead of a browser tab. */
export const runsAlone = (): boolean =>
  matchMedia('(display-mode: standalone), (display-mode: window-controls-overlay)').matches ||
  ('standalone' in navigator && navigator.standalone === true);

/** Returns whether push needs an installation first: iOS delivers it only to apps on the home screen (trap 17). */
export const mustInstallForPushes = (): boolean => deviceOf(navigator) === 'ios' && !runsAlone();
