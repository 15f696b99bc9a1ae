import type { Page } from 'playwright';
import { ACCOUNT, ACCOUNT_ROWS, withRows } from '../rows/account.ts';
import { TALKED_TO } from '../rows/chat.ts';
import { LOCK_MESSAGES, LOCKED } from '../rows/locks.ts';
import { dialog, type Screen, text } from '../screen.ts';

const THERE = `/message/u_${TALKED_TO}`;
const ONE = withRows(ACCOUNT_ROWS, { messages: [LOCKED] });
const openFirst = (page: Page) => page.getByRole('log').getByRole('button', { name: 'Open for 30' }).click();

/** Paid messages, and dialogs about them. */
export const LOCK_SCREENS: readonly Screen[] = [
  {
    name: 'locked messages',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, { messages: LOCK_MESSAGES }),
    shows: text('Opened, +18'),
  },
  { name: 'opening a locked message', path: THERE, rows: ONE, act: openFirst, shows: dialog('Open this message?') },
  {
    name: 'a locked message for which gems are missing',
    variant: true,
    path: THERE,
    rows: withRows(ONE, { state: [{ ...ACCOUNT, gemsBalance: 12 }] }),
    act: openFirst,
    shows: text('Get 18 more gems'),
  },
  {
    name: 'a message that was sold',
    path: THERE,
    rows: withRows(ACCOUNT_ROWS, { messages: LOCK_MESSAGES }),
    async act(page) {
      await page.getByRole('button', { name: 'Opened, +18' }).click();
    },
    shows: dialog('About this message'),
  },
];
