import { isIos } from '../../../data/platform.ts';
import type { Device } from './steps.tsx';

/** Kind of device, from its user agent. */
export function deviceOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (isIos(browser)) return 'ios';
  return /Android/.test(browser.userAgent) ? 'android' : 'computer';
}
