import { isIos } from '../../../data/platform.ts';
import type { Device } from './steps.tsx';

/** Returns the kind of device from its user agent, to select the installation steps. */
export function deviceOf(browser: Pick<Navigator, 'userAgent' | 'maxTouchPoints'>): Device {
  if (isIos(browser)) return 'ios';
  return /Android/.test(browser.userAgent) ? 'android' : 'computer';
}
