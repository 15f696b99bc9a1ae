import { nanoid } from 'nanoid';
import type { BrowserContext, Locator, Page } from 'playwright';
import { expect } from 'playwright/test';

/** What people do on the screens, in their words. English pages; a test of another language finds its own. */

/** The tab that a browser opens with. */
export const firstTab = async (context: BrowserContext): Promise<Page> => context.pages()[0] ?? context.newPage();

/** By the button of the login page: as who has no account here yet, or as the guest of this browser. */
export async function enterByButton(page: Page): Promise<void> {
  await page.goto('/login?next=%2Fmessage');
  await page.getByRole('button', { name: 'Continue as guest' }).click();
  await expect(page.getByRole('heading', { name: 'Messages', exact: true })).toBeVisible();
}

/** Picks a host under New chat, found by uid. */
export async function startChat(page: Page, uid: number): Promise<void> {
  await page.getByRole('button', { name: 'New chat' }).click();
  const people = page.getByRole('dialog', { name: 'New chat' });
  await people.getByRole('searchbox').fill(String(uid));
  await people.getByRole('list', { name: 'People to write to' }).getByRole('button').first().click();
  await expect(composer(page)).toBeVisible();
}

/** Begins a conversation at its address, with anybody: those who are no hosts are not under New chat. */
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

/** Types a message and sends it as a thumb does. */
export async function say(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await sendButton(page).click();
  await expect(composer(page)).toHaveValue('');
}

/** How far a message came, whatever the answer was. */
const answered = (page: Page, text: string): Locator =>
  bubble(page, text).getByRole('img', { name: /^(Not sent|Sent|Delivered|Seen)$/ });

/** Writes until it is refused: the server's door hears of a block or a setting a moment after the database has it. */
export async function knockUntilRefused(page: Page): Promise<void> {
  await expect(async () => {
    const knock = `Knock ${nanoid(6)}`;
    await say(page, knock);
    await expect(answered(page, knock)).toBeVisible();
    await expect(bubble(page, knock).getByRole('img', { name: 'Not sent' })).toBeVisible({ timeout: 1 });
  }).toPass({ intervals: [300], timeout: 120_000 });
}

/** Sends again what was refused until it is taken, for the same reason. */
export async function sendAgainUntilTaken(page: Page, text: string): Promise<void> {
  const taken = bubble(page, text).getByRole('img', { name: /^(Sent|Delivered|Seen)$/ });
  const again = bubble(page, text).getByRole('button', { name: 'Send again' });
  await expect(async () => {
    await expect(taken.or(again).first()).toBeVisible();
    if (await again.isVisible()) await again.click({ timeout: 5_000 });
    await expect(taken).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
}

/** Back to the list, by the button of a phone or the keyboard of a desk. */
export async function leaveConversation(page: Page): Promise<void> {
  const back = page.getByRole('button', { name: 'Back to conversations' });
  if (await back.isVisible()) await back.click();
  else await composer(page).press('Escape');
  await expect(page).toHaveURL(/\/message$/);
}

/** On a desk from the rail, on a phone through the own page. */
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
  // Whoever goes on before would still be signed in.
  await expect(page.getByRole('button', { name: 'Continue as guest' })).toBeVisible();
}

/** Stops of the keyboard on one page. */
const MANY = 60;

/** Whether a person sees where they are: an outline or a ring, on the element or on the box around it. */
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

/** Presses Tab until it is there; every stop on the way must be seen. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let turn = 0; turn < MANY; turn += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
    const here = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
    if (!here?.startsWith('<body')) await expect.poll(() => showsFocus(page), here).toBe(true);
  }
  throw new Error('Tab does not lead there');
}
