import { setTimeout } from 'node:timers/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { firefoxPath } from '../../tools/installed-tools.ts';

/** A fake camera with a moving picture and a microphone with a tone, both allowed without a prompt, and sound without a gesture. */
const WITH_CAMERA = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
};

/**
 * Starts the installed Firefox by WebDriver BiDi, which Playwright speaks only with newer ones than Debian has. Movement is
 * reduced: without a graphics card each frame of it is drawn by the processor. `hasCamera`: with a fake camera and microphone.
 */
export async function launchFirefox(hasCamera = false): Promise<Browser> {
  const executablePath = firefoxPath();
  if (executablePath === undefined) throw new Error('Firefox is not installed');
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // The window itself has the size: older ones do not know all that puppeteer sets for a viewport.
    defaultViewport: null,
    args: ['--width', '1280', '--height', '800'],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'ui.prefersReducedMotion': 1,
      ...(hasCamera && WITH_CAMERA),
    },
  });
}

export const PATIENCE_MS = 60_000;
/** By the clock: a tab behind another draws no frames. */
const POLLING_MS = 200;

/** An element to act on. Older ones never answer whether it is enabled. */
export const found = (page: Page, selector: string) =>
  page.locator(selector).setTimeout(PATIENCE_MS).setWaitForEnabled(false);

/** The element with this role and name, as people and screen readers find it. */
export const named = (page: Page, role: string, name: string) =>
  found(page, `::-p-aria([name="${name}"][role="${role}"])`);

/** Presses a button as soon as it can be pressed. */
export async function press(page: Page, name: string): Promise<void> {
  const button = await named(page, 'button', name).waitHandle();
  await until(`the button ${name}`, () => page.evaluate((element: Node) => !Object(element).disabled, button));
  await named(page, 'button', name).click();
}

/**
 * Asks until the answer is no longer nothing, and returns it; `what` is named when it does not come. From here, not in the page: there
 * older ones make a function of
 * words, which its policy forbids.
 */
export async function until<T>(what: string, ask: () => Promise<T>): Promise<T> {
  const from = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() - from > PATIENCE_MS) throw new Error(`${what} did not come within ${PATIENCE_MS} ms`);
    await setTimeout(POLLING_MS);
  }
}

/** Waits until the conversation on the screen has this text, and returns how often. */
export async function countInLog(page: Page, text: string): Promise<number> {
  return until(`“${text}”`, () =>
    page.evaluate(
      (wanted: string) =>
        [...document.querySelectorAll('[role=log] [role=article], [role=log] article')].filter((bubble) =>
          bubble.textContent?.includes(wanted),
        ).length,
      text,
    ),
  );
}

/** Waits until the bubble with this text has a mark of this name. */
export async function waitForMark(page: Page, text: string, marks: readonly string[]): Promise<void> {
  await until(`“${text}” with ${marks.join(' or ')}`, () =>
    page.evaluate(
      (wanted: string, names: readonly string[]) =>
        [...document.querySelectorAll('[role=log] [role=article], [role=log] article')].some(
          (bubble) =>
            bubble.textContent?.includes(wanted) &&
            names.some((name) => bubble.querySelector(`[role=img][aria-label="${name}"]`) !== null),
        ),
      text,
      marks,
    ),
  );
}

/** Types a message and sends it. */
export async function say(page: Page, text: string): Promise<void> {
  await found(page, 'textarea').fill(text);
  await press(page, 'Send');
}
