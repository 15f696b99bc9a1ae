import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { chromiumPath } from '../../server/run/tools.ts';
import { temporaryFolder } from './temporary.ts';

/** Debian's Chromium, as root and without the internet: its own calls home are refused many at a time. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type LaunchOptions = BrowserContextOptions & {
  /** A profile to keep, for a browser that is killed and opened again. Default a temporary one. */
  readonly userDataDir?: string;
  readonly args?: readonly string[];
  /** Whether somebody without age and gender is asked for them after the login. Default false: it would cover the page. */
  readonly asksForInfo?: boolean;
};

/** A browser with a profile on disk, because IndexedDB of an incognito context lies in memory (trap 20). */
export async function launchBrowser(options: LaunchOptions = {}): Promise<BrowserContext> {
  const { userDataDir, args = [], asksForInfo = false, ...contextOptions } = options;
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const context = await chromium.launchPersistentContext(userDataDir ?? newProfile(), {
    executablePath,
    headless: true,
    args: [...CHROMIUM_ARGS, ...args],
    ...contextOptions,
  });
  if (!asksForInfo) await context.addInitScript(dismissInfo);
  return context;
}

/** As if it had been dismissed today. Blank pages have no storage. */
function dismissInfo(): void {
  if (location.protocol.startsWith('http')) localStorage.setItem('complete-info', new Date().toDateString());
}

/** A folder for a profile, removed when this process ends. */
export const newProfile = () => temporaryFolder('profile');
