import { isIos } from '../../../data/platform.ts';
import type { Device } from './steps.tsx';

/** The kind of device that the page is on. */
export function deviceOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (isIos(browser)) return 'ios';
  return /Android/.test(browser.userAgent) ? 'android' : 'computer';
}
