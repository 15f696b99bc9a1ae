import type { Page } from 'playwright';
import { ACCOUNT_ROWS } from '../rows/account.ts';
import type { Screen } from '../screen.ts';

const captionOf = (gift: string, words: string) => (page: Page) =>
  page.locator(`[data-gift="${gift}"]`).getByText(words, { exact: true });

/** The scenes of all gifts, as no conversation would show them: side by side, each stopped in its middle. */
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
];
