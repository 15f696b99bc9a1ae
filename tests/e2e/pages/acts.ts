import { nanoid } from 'nanoid';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

/** Actions of a user, by the texts on the screen. They expect English pages; a test in another language uses its own locators. */

/** The tab that a browser opens with. */
export const firstTab = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? context.newPage();

/** Signs in with the guest button of the login page: as a new guest, or as the earlier guest of this browser. */
export async function enterByButton(page: Page): Promise<void> {
  await page.goto('/login?next=%2Fmessage');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
}

/**
 * Reports a key that ends a composition as Safari does: after the end, so that only keyCode 229 marks that the key belongs to the input
 * method. A handler that takes it also prevents its default.
 */
export async function pressForInputMethod(field: Locator, key: string): Promise<void> {
  const isLeft = await field.evaluate((input, pressed) => {
    for (const type of ['compositionstart', 'compositionend'])
      input.dispatchEvent(new CompositionEvent(type, { bubbles: true }));
    return input.dispatchEvent(
      new KeyboardEvent('keydown', { key: pressed, keyCode: 229, bubbles: true, cancelable: true }),
    );
  }, key);
  expect(isLeft, `${key} is left to the input method`).toBe(true);
}

/** Starts a conversation with a host through New chat, searched by uid. */
export async function startChat(page: Page, uid: number): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).click();
  const people = page.getByRole('dialog', { name: 'New chat' });
  await people.getByRole('searchbox').fill(String(uid));
  await people.getByRole('list', { name: 'People to write to' }).getByRole('button').first().click();
  await expect(composer(page)).toBeVisible();
}

/** Starts a conversation at its address. It works with every user; New chat lists only hosts. */
export async function startTalk(page: Page, uid: number): Promise<void> {
  await page.goto(`/message/u_${uid}`);
  await page.getByRole('button', { name: 'Start a chat' }).click();
  await expect(composer(page)).toBeVisible();
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Message to / });
export const sendButton = (page: Page): Locator => page.getByRole('button', { name: 'Send', exact: true });
export const log = (page: Page): Locator => page.getByRole('log');
export const bubbles = (page: Page): Locator => log(page).getByRole('article');
export const bubble = (page: Page, text: string): Locator =>
  bubbles(page).filter({ has: page.getByText(text, { exact: true }) });
export const threads = (page: Page): Locator => page.getByRole('list', { name: 'Conversations' });
export const thread = (page: Page, name: string): Locator => threads(page).getByRole('link', { name });

/** Types a message and sends it with the button. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
  await expect(composer(page)).toHaveValue('');
}

/** The state icon of a message that was refused or that the server has. */
const answered = (page: Page, text: string): Locator =>
  bubble(page, text).getByRole('img', { name: /^(Not sent|Sent|Delivered|Seen)$/ });

/** Sends messages until one is refused: the edge learns of a block or a setting a moment after the database stores it. */
export async function knockUntilRefused(page: Page): Promise<void> {
  await expect(async () => {
    const knock = `Knock ${nanoid(6)}`;
    await say(page, knock);
    await expect(answered(page, knock)).toBeVisible();
    await expect(bubble(page, knock).getByRole('img', { name: 'Not sent' })).toBeVisible({ timeout: 1 });
  }).toPass({ intervals: [300], timeout: 120_000 });
}

/** Presses Send again on a refused message until the server accepts it: the edge learns of the change a moment later. */
export async function sendAgainUntilTaken(page: Page, text: string): Promise<void> {
  const taken = bubble(page, text).getByRole('img', { name: /^(Sent|Delivered|Seen)$/ });
  const again = bubble(page, text).getByRole('button', { name: 'Send again' });
  await expect(async () => {
    await expect(taken.or(again).first()).toBeVisible();
    if (await again.isVisible()) await again.click({ timeout: 5_000 });
    await expect(taken).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
}

/** Returns to the list of conversations: by the Back button on a phone, by Escape on a desktop. */
export async function leaveConversation(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'Back to conversations' });
  if (await back.isVisible()) await back.click();
  else await composer(page).press('Escape');
  await expect(page).toHaveURL(/\/message$/);
}

/** Opens the settings: from the navigation rail on a desktop, through the You page on a phone. */
export async function openSettings(page: Page): Promise<void> {
  const inRail = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' });
  if (!(await inRail.isVisible())) await page.getByRole('link', { name: 'You', exact: true }).click();
  await page.getByRole('link', { name: 'Settings' }).last().click();
}

export async function signOut(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page
    .getByRole('dialog', { name: 'Sign out of this device?' })
    .getByRole('button', { name: 'Sign out' })
    .click();
  // Until the login page is shown, the user is still signed in.
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
}

/** The largest number of Tab presses on one page. */
const MANY = 60;

/** True if the focus is visible: an outline or a ring, on the focused element or on one of its next two ancestors. */
const showsFocus = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    let element: Element | null = document.activeElement;
    if (!element?.matches(':focus-visible')) return false;
    for (let up = 0; element && up < 3; up += 1, element = element.parentElement) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) return true;
      if (up > 0 && / 2px inset/.test(boxShadow)) return true;
    }
    return false;
  });

/** Presses Tab until `target` has the focus. Each element on the way must show its focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let turn = 0; turn < MANY; turn += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const here = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    if (!here?.startsWith('<body')) await expect.poll(() => showsFocus(page), here).toBe(true);
  }
  throw new Error('Tab does not lead there');
}

/** Pages without the navigation of the app, a document without the app, and an unknown address. */
export const PLACES_WITHOUT_NAVIGATION = [
  '/test',
  '/download',
  '/preview',
  `/payresult?order=${'o'.repeat(21)}`,
  '/upi',
  '/legal/terms.en.html',
  '/nowhere',
] as const;
