import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium } from 'playwright';
import { chromiumPath } from '../../server/run/tools.ts';

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
};

/** A browser with a profile on disk, because IndexedDB of an incognito context lies in memory (trap 20). */
export async function launchBrowser(options: LaunchOptions = {}): Promise<BrowserContext> {
  const { userDataDir, args = [], ...contextOptions } = options;
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  return chromium.launchPersistentContext(userDataDir ?? newProfile(), {
    executablePath,
    headless: true,
    args: [...CHROMIUM_ARGS, ...args],
    ...contextOptions,
  });
}

const profiles = new Set<string>();

/** A folder for a profile, removed when this process ends. */
export function newProfile(): string {
  if (profiles.size === 0) process.once('exit', removeProfiles);
  const folder = mkdtempSync(join(tmpdir(), 'gemcall-profile-'));
  profiles.add(folder);
  return folder;
}

/** Not when the context closes: the browser goes on writing for a moment after it. */
function removeProfiles(): void {
  for (const folder of profiles) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
}
