import { expect } from 'playwright/test';
import { ROLE_USER } from '../../contract/account/rules.ts';
import { test } from './base.ts';
import { ACCOUNT_ROWS, withRows } from './rows/account.ts';
import { PEOPLE } from './rows/people.ts';
import type { Screen } from './screen.ts';
import { drawFirst } from './sweep.ts';

const SEEN = 9_010;
/** A profile of which only the row of a list is known, as until the answer of the server. */
const LOADING: Screen = {
  name: 'profile whose content is not known yet',
  path: `/anchorprofile?uid=${SEEN}`,
  rows: withRows(ACCOUNT_ROWS, {
    cards: [],
    people: PEOPLE.map((person) => ({ ...person, role: ROLE_USER, about: '' })),
  }),
  answers: { refreshCard: { code: 'offline' } },
  shows: (page) => page.getByRole('button', { name: 'Message', exact: true }),
};
const BUTTON_MAX_PX = 60;

test('the buttons of a profile beside a high portrait keep their height while its content is not known', async ({
  openGalleryOf,
}) => {
  const { page, network } = await openGalleryOf('gemcall', 'desk');
  await drawFirst(page, network, [LOADING]);
  const box = await LOADING.shows(page).boundingBox();
  expect(box?.height).toBeLessThan(BUTTON_MAX_PX);
});
