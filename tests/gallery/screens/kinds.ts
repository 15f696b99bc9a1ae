import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { ACCOUNT_ROWS, SETTINGS, withRows } from '../rows/account.ts';
import { message, TALKED_TO } from '../rows/chat.ts';
import { GIFTS } from '../rows/gifts.ts';
import { KIND_MESSAGES, MISSING_PICTURE, STATE_MESSAGES, STATE_UPLOADS } from '../rows/kinds.ts';
import { dialog, press, type Screen, text } from '../screen.ts';

const THERE = `/message/u_${TALKED_TO}`;
const PICTURE = readFileSync(new URL('../../../demo/media/9002-3.webp', import.meta.url));
const OWN_WORDS = message(TALKED_TO, { words: 'Look at https://www2.example.org/There', out: true });
const WITH_OWN_WORDS = withRows(ACCOUNT_ROWS, { messages: [OWN_WORDS] });

/** Opens the menu of the message with this text. */
const menuOf = (words: string) => async (page: Page) => {
  const bubble = page.locator('[data-mid]', { hasText: words });
  // Pressed by key, because on touch screens the button is hidden and the menu opens by a long press.
  await bubble.getByRole('button', { name: 'Message options' }).press('Enter');
};

/** Messages of every kind in every state, and panels of a conversation. */
export const KIND_SCREENS: readonly Screen[] = [
  {
    name: 'every kind of message',
    path: '/gallery/bubbles',
    rows: withRows(ACCOUNT_ROWS, { messages: KIND_MESSAGES, gifts: GIFTS }),
    requests: { '/stickers/owl/night.webp': 503 },
    shows: text('Mostly rain'),
  },
  {
    name: 'messages on their way, refused, covered and gone',
    path: '/gallery/bubbles',
    rows: withRows(ACCOUNT_ROWS, { messages: STATE_MESSAGES, uploads: STATE_UPLOADS }),
    requests: { '/stickers/owl/night.webp': 503, [`${MISSING_PICTURE}/img480`]: 503 },
    busy: true,
    shows: text('Four of them'),
  },
  {
    name: 'attachment tools without permissions',
    path: '/gallery/tools',
    rows: withRows(ACCOUNT_ROWS, {
      state: [{ ...SETTINGS, savedReplies: ['Good morning! How did you sleep?', 'I am back at eight.'] }],
    }),
    mediaRefused: true,
    async act(page) {
      await page.getByRole('button', { name: 'Record', exact: true }).press('Enter');
      await press('Find my location')(page);
      await text(/Your location is blocked/)(page).waitFor();
    },
    shows: text(/The microphone is blocked/),
  },
  {
    name: 'files about to be sent',
    path: THERE,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await press('More to send', 'Photos')(page);
      await page.getByLabel('Photos and videos').setInputFiles([
        { name: 'sea.webp', mimeType: 'image/webp', buffer: PICTURE },
        { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') },
      ]);
    },
    shows: (page) => dialog('Send')(page).getByRole('alert'),
  },
  {
    name: 'menu of a message',
    variant: true,
    path: THERE,
    rows: WITH_OWN_WORDS,
    act: menuOf('Look at'),
    shows: (page) => page.getByRole('menuitem', { name: 'Forward', exact: true }),
  },
  {
    name: 'choice of a conversation to forward to',
    variant: true,
    path: THERE,
    rows: WITH_OWN_WORDS,
    async act(page) {
      await menuOf('Look at')(page);
      await page.getByRole('menuitem', { name: 'Forward', exact: true }).click();
    },
    shows: dialog('Forward to'),
  },
  {
    name: 'confirmation before a link is opened',
    variant: true,
    path: THERE,
    rows: WITH_OWN_WORDS,
    act: press('https://www2.example.org/There'),
    shows: dialog('Open this link?'),
  },
  {
    name: 'search in a conversation',
    variant: true,
    path: THERE,
    rows: ACCOUNT_ROWS,
    async act(page) {
      await press('More')(page);
      await page.getByRole('menuitem', { name: 'Search', exact: true }).click();
      await page.getByRole('searchbox', { name: 'Words to look for' }).fill('hello');
    },
    shows: (page) => dialog('Search this conversation')(page).getByRole('button', { name: /Hello there/ }),
  },
  {
    name: 'search in all conversations',
    path: '/message',
    rows: ACCOUNT_ROWS,
    async act(page) {
      await press('Search messages')(page);
      await page.getByRole('searchbox', { name: 'Names and messages' }).fill('hello');
    },
    shows: (page) => page.getByRole('dialog').getByRole('button', { name: /Hello there/ }),
  },
];
