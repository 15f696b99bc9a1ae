import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { firefoxPath } from '../../server/run/tools.ts';

/**
 * Starts the installed Firefox by WebDriver BiDi, which Playwright speaks only with newer ones than Debian has. Movement is
 * reduced: without a graphics card each frame of it is drawn by the processor.
 */
export async function launchFirefox(): Promise<Browser> {
  const executablePath = firefoxPath();
  if (executablePath === undefined) throw new Error('Firefox is not installed');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // The window itself has the size: older ones do not know all that puppeteer sets for a viewport.
    defaultViewport: null,
    args: ['--width', '1280', '--height', '800'],
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US', 'ui.prefersReducedMotion': 1 },
  });
}

export const PATIENCE_MS = 60_000;
/** By the clock: a tab behind another draws no frames. */
const POLLING_MS = 200;

/** The element with this role and name, as people and screen readers find it. */
export const named = (page: Page, role: string, name: string) =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).setTimeout(PATIENCE_MS);

/** Waits until the conversation on the screen has this text, and returns how often. */
export async function countInLog(page: Page, text: string): Promise<number> {
  const count = await page.waitForFunction(
    (wanted: string) =>
      [...document.querySelectorAll('[role=log] [role=article], [role=log] article')].filter((bubble) =>
        bubble.textContent?.includes(wanted),
      ).length,
    { timeout: PATIENCE_MS, polling: POLLING_MS },
    text,
  );
  return (await count.jsonValue()) || 0;
}

/** Waits until the bubble with this text has a mark of this name. */
export async function waitForMark(page: Page, text: string, marks: readonly string[]): Promise<void> {
  await page.waitForFunction(
    (wanted: string, names: readonly string[]) =>
      [...document.querySelectorAll('[role=log] [role=article], [role=log] article')].some(
        (bubble) =>
          bubble.textContent?.includes(wanted) &&
          names.some((name) => bubble.querySelector(`[role=img][aria-label="${name}"]`) !== null),
      ),
    { timeout: PATIENCE_MS, polling: POLLING_MS },
    text,
    marks,
  );
}

/** Types a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await page.locator('textarea').setTimeout(PATIENCE_MS).fill(text);
  await named(page, 'button', 'Send').click();
}
