import { MESSAGES } from './paths.ts';

/** The three brands of the one code base (product 1.2); what differs between them is their config (product 3.10). */
export const BRAND_IDS = ['gemcall', 'velora', 'miravo'] as const;
/** Id of a brand, by which its folder, build and config are selected. */
export type BrandId = (typeof BRAND_IDS)[number];
/** Whether a text from outside (environment, command line) names a brand. */
export const isBrandId = (text: string): text is BrandId => BRAND_IDS.some((id) => id === text);

/**
 * Start URL of the installed app (manifest). No link uses it, so `placeOfLaunch` recognises a plain start of the app: a window that is
 * already open then comes to the front and stays on its page.
 */
export const APP_START = `${MESSAGES}?from=home`;

/** Target environments of a build: Vite's mode. */
export const ENVIRONMENTS = ['development', 'test', 'production'] as const;
/** Vite mode of a build, which selects the brand's hosts. */
export type Environment = (typeof ENVIRONMENTS)[number];

/** Base URLs of the API and the chat socket for one environment, without a trailing slash; '' is the page's own origin. */
export type Hosts = {
  /** `https://…`: the paths of the API follow. */
  readonly api: string;
  /** `wss://…`: the path of the chat socket follows. */
  readonly chatSocket: string;
};

/** Config of a brand: pure data, read by pages, the core, the build and the server. An id that is '' is not configured and unused. */
export type BrandConfig = {
  readonly id: BrandId;
  /** Display name. */
  readonly name: string;
  /** Subtitle beside the name in app stores, in English. */
  readonly tagline: string;
  readonly description: string;
  /** `clientInfo.pkgName` of each request and message. */
  readonly packageName: string;
  readonly domain: string;
  /** Fallback addresses for networks that block the main domain. */
  readonly alternativeDomains: readonly string[];
  readonly analyticsIds: { readonly collection: string; readonly tag: string; readonly attribution: string };
  /** Ids of the apps in the stores. */
  readonly appIds: { readonly android: string; readonly ios: string };
  /** The analytics collection service (product 3.10): this server, or another `https://…`; '' disables analytics. */
  readonly reportServer: '' | 'self' | `https://${string}`;
  /** Batch size of analytics events: 1 to 30. */
  readonly analyticsBatch: number;
  readonly hosts: Readonly<Record<Environment, Hosts>>;
  /** Paths on the page's own origin. */
  readonly images: {
    readonly mark: string;
    readonly icon192: string;
    readonly icon512: string;
    readonly maskable512: string;
    readonly badge96: string;
    readonly appleTouch180: string;
  };
  /** `#rrggbb` of the primary action on a surface. */
  readonly buttonColour: string;
  /** Identity of an installed app (`id` of the manifest): never changed. */
  readonly manifestId: string;
  /** Background before the first paint, and colour of the browser's frame. */
  readonly themeColour: { readonly dark: string; readonly light: string };
  /** Screens that require a login (product 2.1): all in the first brand, none in the others. */
  readonly needsLogin: { readonly club: boolean; readonly task: boolean; readonly domain: boolean };
  /** Layout of the match screen (product 2.3). */
  readonly matchStyle: 'swipe-or-card' | 'card';
  /** Whether the screen /messageSetup exists (product 2.1). */
  readonly messageSetup: boolean;
};

const isEnvironment = (mode: string): mode is Environment => ENVIRONMENTS.some((name) => name === mode);

/** Returns the hosts of a mode. An unknown mode is a private build and uses production. */
export const hostsOf = (brand: BrandConfig, mode: string): Hosts =>
  brand.hosts[isEnvironment(mode) ? mode : 'production'];

/** Origins to which Adjust's attribution library connects, for brands with an attribution id. */
const ATTRIBUTION_ORIGINS = ['https://app.adjust.com', 'https://gdpr.adjust.com'];

const ORIGIN = /^[a-z]+:\/\/[^/]+/;

/** Returns the foreign origins that a build of this brand connects to, for its Content Security Policy. */
export function foreignOrigins(brand: BrandConfig, mode: string): string[] {
  const { api, chatSocket } = hostsOf(brand, mode);
  const report = brand.reportServer === 'self' ? '' : brand.reportServer;
  const attribution = brand.analyticsIds.attribution === '' ? [] : ATTRIBUTION_ORIGINS;
  const named = [api, chatSocket, report, ...attribution].filter((url) => url !== '');
  return [...new Set(named.map((url) => ORIGIN.exec(url)?.[0] ?? url))];
}

/** Returns the foreign hosts of the brand's pictures and clips, for the Content Security Policy of a build. */
export function foreignMediaHosts(brand: BrandConfig, mode: string): string[] {
  const { api } = hostsOf(brand, mode);
  return api === '' ? [] : [ORIGIN.exec(api)?.[0] ?? api];
}
