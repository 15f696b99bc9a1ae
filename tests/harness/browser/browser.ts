import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { CONSENT_KEY, CONSENT_VERSION, type Consent } from '../../../contract/analytics/consent.ts';
import { chromiumPath, headlessShellPath } from '../../../tools/installed-tools.ts';
import { temporaryFolder } from '../temporary.ts';

/** Features that Playwright disables by itself. They are repeated here because Chromium obeys only the last --disable-features. */
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
/** Hidden pages under the address bar of each window: they take a tenth of the time of a short test. */
const UNSEEN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** For Debian's Chromium, run as root and without internet access: the browser's own background requests are disabled. */
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
  /** Profile folder that survives, for a browser that is killed and started again. Default: a temporary one. */
  readonly userDataDir?: string;
  readonly args?: readonly string[];
  /** Whether an account without age and gender sees the panel that asks for them after login. Default false, as it would cover the page. */
  readonly asksForInfo?: boolean;
  /** Whether the consent banner for analytics is shown. Default false: consent counts as refused. */
  readonly asksConsent?: boolean;
  /** Whether the new gift pack is offered unasked. Default false, as it would cover the page. */
  readonly offersPack?: boolean;
  /** Whether the storage is empty, as before the first visit: all prompts are shown. Default false. */
  readonly isFirstVisit?: boolean;
  /**
   * Whether the browser has windows (Chromium in its headless mode). Default false: the headless shell is faster, but it has no clipboard
   * and ignores `execCommand('insertText')`.
   */
  readonly hasWindows?: boolean;
  /** Whether scripts are optimised, as for users, for tests of durations. Default false: a short test needs less CPU time without it. */
  readonly isTimed?: boolean;
  /** Whether the back-forward cache is on. Default false: Playwright disables it. */
  readonly keepsLeftPages?: boolean;
};

/** Opens a browser with a profile on disk, because IndexedDB of an incognito context is only in memory (trap 20). */
export async function launchBrowser(options: LaunchOptions = {}): Promise<BrowserContext> {
  const {
    userDataDir,
    args = [],
    asksForInfo,
    asksConsent,
    offersPack,
    isFirstVisit,
    keepsLeftPages,
    hasWindows: _always,
    isTimed: _optimised,
    ...contextOptions
  } = options;
  const context = await chromium.launchPersistentContext(userDataDir ?? newProfile(), {
    ...launchSettings(args),
    ...(keepsLeftPages ? { ignoreDefaultArgs: ['--disable-back-forward-cache'] } : {}),
    ...contextOptions,
  });
  if (!isFirstVisit)
    await context.addInitScript(dismissPrompts, promptsToDismiss({ asksForInfo, asksConsent, offersPack }));
  return context;
}

/**
 * Settings of V8 for tests, whose pages live for seconds: without the optimising compilers a test needs a tenth less of CPU time.
 */
const UNOPTIMISED = '--js-flags=--no-opt --no-maglev';

const running = new Map<string, Promise<Browser>>();

/**
 * Opens a context of its own (storage, workers, cookies) in a running browser, deleted when it is closed. Starting Chromium would take as
 * long as a short test.
 */
export async function openProfile(
  options: Omit<LaunchOptions, 'userDataDir' | 'keepsLeftPages'> = {},
): Promise<BrowserContext> {
  const {
    args = [],
    hasWindows,
    isTimed,
    asksForInfo,
    asksConsent,
    offersPack,
    isFirstVisit,
    ...contextOptions
  } = options;
  const allArgs = isTimed ? args : [UNOPTIMISED, ...args];
  const key = [hasWindows, ...allArgs].join(' ');
  const path = hasWindows ? chromiumPath() : headlessShellPath();
  const known = running.get(key) ?? chromium.launch(launchSettings(allArgs, path));
  running.set(key, known);
  const context = await (await known).newContext(contextOptions);
  if (!isFirstVisit)
    await context.addInitScript(dismissPrompts, promptsToDismiss({ asksForInfo, asksConsent, offersPack }));
  return context;
}

/** Closes the browsers that `openProfile` started. */
export async function closeBrowsers(): Promise<void> {
  const all = await Promise.all(running.values());
  running.clear();
  for (const browser of all) await browser.close();
}

function launchSettings(args: readonly string[], executablePath = chromiumPath()) {
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  return { executablePath, headless: true, args: [...CHROMIUM_ARGS, ...args] };
}

/** The browserContextId of a context in the DevTools protocol; a browser may have many. */
export async function profileId(context: BrowserContext): Promise<string | undefined> {
  const page = context.pages()[0] ?? (await context.newPage());
  const session = await context.newCDPSession(page);
  const { targetInfo } = await session.send('Target.getTargetInfo');
  await session.detach();
  return targetInfo.browserContextId;
}

/** Local storage entries to set before the first page is opened: they mark the prompts as dismissed today. */
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
    'passkey-offer': today,
    ...(asksForInfo ? {} : { 'complete-info': today }),
    ...(asksConsent ? {} : { [CONSENT_KEY]: JSON.stringify(no) }),
  };
}

/** Marks the unsolicited panels as dismissed today. Blank pages have no storage. */
function dismissPrompts(dismissed: Readonly<Record<string, string>>): void {
  if (!location.protocol.startsWith('http')) return;
  try {
    for (const [key, text] of Object.entries(dismissed)) localStorage.getItem(key) ?? localStorage.setItem(key, text);
  } catch {
    // Where storage is forbidden the prompts are shown.
  }
}

/** Folder for a profile, removed when this process ends. */
export const newProfile = () => temporaryFolder('profile');
