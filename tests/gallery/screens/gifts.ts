import type { Page } from 'playwright';
import { ACCOUNT, ACCOUNT_ROWS, HOST_SESSION, withRows } from '../rows/account.ts';
import { TALKED_TO } from '../rows/chat.ts';
import { GIFT_MESSAGES, GIFTS, OWN_WALL, WALL } from '../rows/gifts.ts';
import { person } from '../rows/people.ts';
import { press, type Screen, text } from '../screen.ts';

const THERE = `/message/u_${TALKED_TO}`;
const WITH_GIFTS = withRows(ACCOUNT_ROWS, { gifts: GIFTS, walls: [WALL, OWN_WALL] });
const NAME = person(TALKED_TO).nickName;
const openSheet = press('More to send', 'Give a gift');
const sheet = (page: Page) => page.getByRole('dialog', { name: `A gift for ${NAME}` });

const captionOf = (gift: string, words: string) => (page: Page) =>
  page.locator(`[data-gift="${gift}"]`).getByText(words, { exact: true });

/** The scenes of all gifts, side by side, each stopped in its middle. */
export const GIFT_SCREENS: readonly Screen[] = [
  { name: 'small gifts', path: '/gallery/gifts/pop', rows: ACCOUNT_ROWS, shows: captionOf('clover', 'Clover × 12') },
  {
    name: 'gifts that come from the side',
    variant: true,
    path: '/gallery/gifts/side',
    rows: ACCOUNT_ROWS,
    shows: captionOf('teddy', 'From Amara +3'),
  },
  {
    name: 'great gifts',
    variant: true,
    path: '/gallery/gifts/full',
    rows: ACCOUNT_ROWS,
    shows: captionOf('carousel', 'From you'),
  },
  {
    name: 'gifts to give',
    path: THERE,
    rows: WITH_GIFTS,
    act: openSheet,
    shows: (page) => sheet(page).getByRole('button', { name: 'Give Wink for 5' }),
  },
  {
    name: 'gifts to give, the most expensive',
    variant: true,
    path: THERE,
    rows: WITH_GIFTS,
    async act(page) {
      await openSheet(page);
      await page.getByRole('tab', { name: 'Grand' }).click();
    },
    shows: (page) => sheet(page).getByRole('button', { name: 'Give Sailboat for 1,000' }),
  },
  {
    name: 'confirmation of an expensive gift',
    variant: true,
    path: THERE,
    rows: WITH_GIFTS,
    async act(page) {
      await openSheet(page);
      await page.getByRole('tab', { name: 'Grand' }).click();
      await page.getByRole('button', { name: 'Give Sailboat for 1,000' }).click();
    },
    shows: text('Give Sailboat for 1,000 gems?'),
  },
  {
    name: 'a gift for which gems are missing',
    // The sheet preselects the last gift, from memory.
    fresh: true,
    path: THERE,
    rows: withRows(WITH_GIFTS, { state: [{ ...ACCOUNT, gemsBalance: 2 }] }),
    act: openSheet,
    shows: text('Get 3 more gems'),
  },
  {
    name: 'gifts and wishes in a conversation',
    path: THERE,
    rows: withRows(WITH_GIFTS, { messages: GIFT_MESSAGES }),
    shows: (page) => page.getByRole('log').getByText('Given', { exact: true }),
  },
  {
    name: 'wall of gifts',
    path: `/anchorprofile?uid=${WALL.uid}`,
    rows: WITH_GIFTS,
    shows: text('Given by you: 340'),
  },
  {
    name: 'givers of a host',
    path: '/personalhome',
    rows: withRows(WITH_GIFTS, { state: [HOST_SESSION] }),
    shows: text('Who gave you gifts'),
  },
];
