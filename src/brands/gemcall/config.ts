import type { BrandConfig } from '../../../contract/brand.ts';

/** Pages, API and chat are on the same origin. */
const SAME_ORIGIN = { api: '', chatSocket: '' };

/** Configuration of the brand gemcall. A build for this brand imports it as `#brand/config.ts`. */
export const config: BrandConfig = {
  id: 'gemcall',
  name: 'gemcall',
  tagline: 'live video chat and messages',
  description: 'Someone is awake right now. Meet warm people from everywhere: write now, talk when you like.',
  packageName: 'app.gemcall.web',
  domain: 'gemcall.app',
  alternativeDomains: [],
  analyticsIds: { collection: 'gemcall-web', tag: '', attribution: '' },
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
  buttonColour: '#cf3a40',
  manifestId: '/message',
  themeColour: { dark: '#0b1020', light: '#f6f0e8' },
  needsLogin: { club: true, task: true, domain: true },
  matchStyle: 'swipe-or-card',
  messageSetup: true,
};
