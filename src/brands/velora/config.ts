import type { BrandConfig } from '../../../contract/brand.ts';

/** Pages, API and chat are on the same origin. */
const SAME_ORIGIN = { api: '', chatSocket: '' };

/** Configuration of the brand Velora. A build for this brand imports it as `#brand/config.ts`. */
export const config: BrandConfig = {
  id: 'velora',
  name: 'Velora',
  tagline: 'a private salon',
  description: 'One conversation, unhurried. Meet someone worth your evening, face to face or in writing.',
  packageName: 'app.velora.web',
  domain: 'velora.app',
  alternativeDomains: [],
  analyticsIds: { collection: 'velora-web', tag: '', attribution: '' },
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
  buttonColour: '#f2b45c',
  manifestId: '/velora',
  themeColour: { dark: '#190e1b', light: '#f7efe6' },
  needsLogin: { club: false, task: false, domain: false },
  matchStyle: 'card',
  messageSetup: false,
};
