import type { BrandConfig } from '../../../contract/brand.ts';

/** Pages, API and chat are on the same origin. */
const SAME_ORIGIN = { api: '', chatSocket: '' };

/** Configuration of the brand miravo. A build for this brand imports it as `#brand/config.ts`. */
export const config: BrandConfig = {
  id: 'miravo',
  name: 'miravo',
  tagline: 'swipe into a call',
  description: 'See a face you like, swipe, say hi. Live video chat that starts in seconds.',
  packageName: 'app.miravo.web',
  domain: 'miravo.app',
  alternativeDomains: [],
  analyticsIds: { collection: 'miravo-web', tag: '', attribution: '' },
  appIds: { android: '', ios: '' },
  reportServer: 'self',
  analyticsBatch: 6,
  hosts: { development: SAME_ORIGIN, test: SAME_ORIGIN, production: SAME_ORIGIN },
  images: {
    mark: '/icons/mark.svg',
    icon192: '/icons/icon-192.png',
    icon512: '/icons/icon-512.png',
    maskable512: '/icons/maskable-512.png',
    badge96: '/icons/badge-96.png',
    appleTouch180: '/icons/apple-touch-180.png',
  },
  buttonColour: '#3df0b4',
  manifestId: '/miravo',
  themeColour: { dark: '#0b1517', light: '#eff6f2' },
  needsLogin: { club: false, task: false, domain: false },
  matchStyle: 'card',
  messageSetup: false,
};
