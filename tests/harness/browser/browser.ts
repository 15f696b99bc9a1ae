import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { CONSENT_PLACE, CONSENT_VERSION, type Consent } from '../../../contract/analytics/consent.ts';
import { chromiumPath } from '../../../tools/installed-tools.ts';
import { temporaryFolder } from '../temporary.ts';

/** What Playwright turns off itself: Chromium takes the last list alone. */
const OFF_IN_PLAYWRIGHT = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];
/** Two pages under the address bar of each window, which nobody sees: a tenth of all that a short test costs. */
const UNSEEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Debian's Chromium, as root and without the internet: its own requests home are refused many at a time. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...OFF_IN_PLAYWRIGHT, ...UNSEEN_PAGES].join()}`,
];

export type LaunchOptions = BrowserContextOptions & {
  /** Profile to keep, for a browser that is killed and opened again. Default a temporary one. */
  readonly userDataDir?: string;
  readonly args?: readonly string[];
  /**
   * Whether an account without age and gender sees the panel that asks for them after the login. Default false: it would
   * cover the page.
   */
  readonly asksForInfo?: boolean;
  /** Whether it is asked what may be measured. Default false: somebody said no before. */
  readonly asksConsent?: boolean;
  /** Whether the new gift pack is offered unasked. Default false: it would cover the page. */
  readonly offersPack?: boolean;
  /** Whether a page that was left may come back as it was. Default false: Playwright turns the back-forward cache off. */
  readonly keepsLeftPages?: boolean;
};

/** Opens a browser with a profile on disk, because IndexedDB of an incognito context is only in memory (trap 20). */
export async function launchBrowser(options: LaunchOptions = {}): Promise<BrowserContext> {
  const { userDataDir, args = [], asksForInfo, asksConsent, offersPack, keepsLeftPages, ...contextOptions } = options;
  const context = await chromium.launchPersistentContext(userDataDir ?? newProfile(), {
    ...launchSettings(args),
    ...(keepsLeftPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    ...contextOptions,
  });
  await context.addInitScript(dismissPrompts, promptsToDismiss({ asksForInfo, asksConsent, offersPack }));
  return context;
}

const running = new Map<string, Promise<Browser>>();

/**
 * Opens another person's context in a running browser: own storage, workers and cookies, deleted when it is closed. A start
 * of Chromium costs as much as a short test.
 */
export async function openProfile(
  options: Omit<LaunchOptions, 'userDataDir' | 'keepsLeftPages'> = {},
): Promise<BrowserContext> {
  const { args = [], asksForInfo, asksConsent, offersPack, ...contextOptions } = options;
  const key = args.join(' ');
  const known = running.get(key) ?? chromium.launch(launchSettings(args));
  running.set(key, known);
  const context = await (await known).newContext(contextOptions);
  await context.addInitScript(dismissPrompts, promptsToDismiss({ asksForInfo, asksConsent, offersPack }));
  return context;
}

/** Closes the browsers of `openProfile`. */
export async function closeBrowsers(): Promise<void> {
  const all = await Promise.all(running.values());
  running.clear();
  for (const browser of all) await browser.close();
}

function launchSettings(args: readonly string[]) {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  return { executablePath, headless: true, args: [...CHROMIUM_ARGS, ...args] };
}

/** Id of a context's profile in the protocol; a browser may have many. */
export async function profileId(context: BrowserContext): Promise<string | undefined> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.browserContextId;
}

/** Local storage of a page before it is opened: entries that say that the prompts were dismissed today. */
export function promptsToDismiss({
  asksForInfo = false,
  asksConsent = false,
  offersPack = false,
}: Partial<Record<'asksForInfo' | 'asksConsent' | 'offersPack', boolean | undefined>>): Readonly<
  Record<string, string>
> {
  const today = new Date().toDateString();
  const no: Consent = { v: CONSENT_VERSION, m: false, a: false, at: Date.now() };
  return {
    ...(offersPack ? {} : { 'gift-pack': today }),
    'notice-offer': today,
    ...(asksForInfo ? {} : { 'complete-info': today }),
    ...(asksConsent ? {} : { [CONSENT_PLACE]: JSON.stringify(no) }),
  };
}

/** Stores that these panels, which come unasked, were dismissed today. Blank pages have no storage. */
function dismissPrompts(dismissed: Readonly<Record<string, string>>): void {
  if (!location.protocol.startsWith('http')) return;
  try {
    for (const [key, text] of Object.entries(dismissed)) localStorage.getItem(key) ?? localStorage.setItem(key, text);
  } catch {
    // A browser that forbids its storage asks, and remembers nothing.
  }
}

/** Folder for a profile, removed when this process ends. */
export const newProfile = () => temporaryFolder('profile');
