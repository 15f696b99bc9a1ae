import { BRAND_IDS } from '../../contract/brand.ts';

/** The allowed imports of the files in each folder (the table of docs/laws.md). The longest matching folder wins. */
export const MAY_IMPORT = {
  contract: ['contract/'],
  'worker/db': ['worker/db/', 'contract/'],
  // Only the plain data of the brand.
  worker: ['worker/', 'contract/', 'src/brands/gemcall/config.ts'],
  src: [
    'src/',
    'contract/',
    'worker/db/schema.ts',
    'worker/db/reads/',
    // A helper without state.
    'worker/delay.ts',
    // Otherwise a page imports only the URL of the worker, never its code.
    'worker/shared.ts?sharedworker&url',
    'worker/dedicated.ts?worker&url',
  ],
  sw: ['sw/', 'contract/', 'worker/db/', 'worker/push/', 'worker/delay.ts', 'src/i18n/locales/'],
  // A headless session: it does not lead, upload or have calls.
  'worker/push': [
    'worker/push/',
    'worker/account/',
    'worker/api/',
    'worker/base/',
    'worker/chat/',
    'worker/db/',
    'worker/people/',
    'worker/xmpp/',
    'worker/delay.ts',
    'worker/calls/hub-line.ts',
    'worker/calls/allowances.ts',
    'worker/discovery/',
    'contract/',
    'src/brands/gemcall/config.ts',
    // Language, formats and direction of notifications.
    'src/i18n/languages.ts',
    'src/i18n/isolate.ts',
  ],
  // The build reads the data of all brands.
  // Texts of pushes that the browser shows without the service worker.
  server: [
    'server/',
    'demo/',
    'contract/',
    'src/i18n/locales/',
    // Which language a document is sent in.
    'src/i18n/languages.ts',
    ...BRAND_IDS.map((id) => `src/brands/${id}/config.ts` as const),
  ],
  // Seeds the demo, runs its hosts, and draws its pictures.
  demo: ['demo/', 'contract/', 'server/', 'tools/installed-tools.ts'],
  // Independent of the rest of the server, like a real gateway.
  'demo/gateway': ['demo/gateway/', 'contract/'],
  // Builds, starts and tests the product, which never imports it.
  tools: ['tools/', 'server/', 'demo/', 'contract/', 'src/', 'worker/', 'sw/'],
} as const satisfies Record<string, readonly string[]>;
/** A folder with import rules. */
export type Room = keyof typeof MAY_IMPORT;

/** Packages that the contract may import, so that it stays pure. */
export const CONTRACT_PACKAGES: readonly string[] = ['valibot', '@xmpp/xml'];
