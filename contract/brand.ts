/** The three brands of the one code base (product 1.2); what differs between them is their config (product 3.10). */
export const BRAND_IDS = ['gemcall', 'velora', 'miravo'] as const;
export type BrandId = (typeof BRAND_IDS)[number];
export const isBrandId = (text: string): text is BrandId => BRAND_IDS.some((id) => id === text);

/** The address that the icon of an installed app opens. Nothing else has it, so a window that is open already stays where it is. */
export const APP_START = '/message?from=home';

/** Where a build is meant to run: Vite's mode. */
export const ENVIRONMENTS = ['development', 'test', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Base URLs without a slash at their end; '' is the origin that the page came from. */
export type Hosts = {
  /** `https://…`: the paths of the API follow. */
  readonly api: string;
  /** `wss://…`: the path of the chat socket follows. */
  readonly chatSocket: string;
};

/** Pure data: pages, the core, the build and the server read it. An id that is '' is not configured, and unused. */
export type BrandConfig = {
  readonly id: BrandId;
  /** As people read it. */
  readonly name: string;
  /** What the shop window of an app store says beside the name, in English. */
  readonly tagline: string;
  readonly description: string;
  /** `clientInfo.pkgName` of each request, and of each message. */
  readonly packageName: string;
  readonly domain: string;
  /** Further addresses of the product, for where the first cannot be reached. */
  readonly alternativeDomains: readonly string[];
  readonly analyticsIds: { readonly collection: string; readonly tag: string; readonly attribution: string };
  /** Of the apps in the stores. */
  readonly appIds: { readonly android: string; readonly ios: string };
  /** The analytics collection service (product 3.10): our own server, or another's `https://…`; '' measures nothing. */
  readonly reportServer: '' | 'self' | `https://${string}`;
  /** So many waiting events are sent at once: 1 to 30. */
  readonly analyticsBatch: number;
  readonly hosts: Readonly<Record<Environment, Hosts>>;
  /** Paths below our own origin. */
  readonly images: {
    readonly mark: string;
    readonly icon192: string;
    readonly icon512: string;
    readonly maskable512: string;
    readonly badge96: string;
    readonly appleTouch180: string;
  };
  /** `#rrggbb`, of the one thing to do on a surface. */
  readonly buttonColour: string;
  /** An installed app is known by it: never changed. */
  readonly manifestId: string;
  /** Behind the page before it is drawn, and around it. */
  readonly themeColour: { readonly dark: string; readonly light: string };
  /** Which of these screens need a login (product 2.1): all in the first brand, none in the others. */
  readonly needsLogin: { readonly club: boolean; readonly task: boolean; readonly domain: boolean };
  /** How the match screen shows people (product 2.3). */
  readonly matchStyle: 'swipe-or-card' | 'card';
  /** Whether there is a screen /messageSetup (product 2.1). */
  readonly messageSetup: boolean;
};

const isEnvironment = (mode: string): mode is Environment => ENVIRONMENTS.some((name) => name === mode);

/** Returns the hosts of a mode. Any mode other than the known ones is a private build and uses production. */
export const hostsOf = (brand: BrandConfig, mode: string): Hosts =>
  brand.hosts[isEnvironment(mode) ? mode : 'production'];

/** Where the attribution service's library reports to, in a brand that has an id there. */
const ATTRIBUTION_ORIGINS = ['https://app.adjust.com', 'https://gdpr.adjust.com'];

const ORIGIN = /^[a-z]+:\/\/[^/]+/;

/** The origins besides its own that a build of this brand talks to, for the policy of its pages. */
export function foreignOrigins(brand: BrandConfig, mode: string): string[] {
  const { api, chatSocket } = hostsOf(brand, mode);
  const report = brand.reportServer === 'self' ? '' : brand.reportServer;
  const attribution = brand.analyticsIds.attribution === '' ? [] : ATTRIBUTION_ORIGINS;
  const named = [api, chatSocket, report, ...attribution].filter((url) => url !== '');
  return [...new Set(named.map((url) => ORIGIN.exec(url)?.[0] ?? url))];
}

/** Where its pictures and clips come from, besides its own origin. */
export function foreignMediaHosts(brand: BrandConfig, mode: string): string[] {
  const { api } = hostsOf(brand, mode);
  return api === '' ? [] : [ORIGIN.exec(api)?.[0] ?? api];
}
