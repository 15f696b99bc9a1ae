import type { Page } from 'playwright';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import type { AppRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, SESSION, withRows } from '../rows/account.ts';
import { PEOPLE } from '../rows/people.ts';
import { heading, type Screen, text } from '../screen.ts';

type HostingRow = Extract<AppRow, { key: 'hosting' }>;
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();

const applicant = (change: Partial<HostingRow> = {}): HostingRow => ({
  key: 'hosting',
  state: 'none',
  reason: '',
  missing: ['avatar', 'about'],
  host: null,
  ...change,
});
const host = (change: Partial<NonNullable<HostingRow['host']>> = {}): HostingRow => ({
  key: 'hosting',
  state: 'accepted',
  reason: '',
  missing: [],
  host: {
    price: 60,
    bounds: { min: 20, max: 500, step: 10 },
    priceChangesLeft: 3,
    isTakingCalls: true,
    pausedUntil: 0,
    isOffByMissedCalls: false,
    sharePercent: 60,
    ...change,
  },
});
const asApplicant = (row: HostingRow) => withRows(ACCOUNT_ROWS, { state: [row] });
const asHost = (row: HostingRow) => withRows(ACCOUNT_ROWS, { state: [{ ...SESSION, role: ROLE_ANCHOR }, row] });

/** Applying to be a host, and the page of a host. */
export const HOSTING_SCREENS: readonly Screen[] = [
  {
    name: 'application to be a host',
    path: '/host',
    rows: asApplicant(applicant()),
    shows: button('Apply'),
  },
  {
    name: 'application that was returned with a message',
    variant: true,
    path: '/host',
    rows: asApplicant(applicant({ state: 'returned', missing: [], reason: 'A brighter portrait, please.' })),
    shows: heading('Please change something and apply again'),
  },
  {
    name: 'application that waits',
    variant: true,
    path: '/host',
    rows: asApplicant(applicant({ state: 'submitted', missing: [] })),
    shows: heading('We are reading your application'),
  },
  {
    name: 'studio of a host who takes calls',
    path: '/host',
    rows: asHost(host()),
    shows: button('Save price'),
  },
  {
    name: 'studio of a host whose switch was turned off by missed calls',
    variant: true,
    path: '/host',
    rows: asHost(host({ isTakingCalls: false, isOffByMissedCalls: true, priceChangesLeft: 0 })),
    shows: text('No change is left today. You can change the price again tomorrow.'),
  },
  {
    name: 'wall of a host who pauses',
    variant: true,
    path: '/goddess',
    rows: asHost(host({ pausedUntil: GALLERY_NOW + 1_800_000 })),
    shows: button('Turn on'),
  },
  {
    name: 'profile of a host who takes no calls',
    variant: true,
    path: '/anchorprofile?uid=9006',
    rows: withRows(ACCOUNT_ROWS, {
      people: PEOPLE.map((person) => (person.uid === 9_006 ? { ...person, takesCalls: false } : person)),
    }),
    shows: text('Not taking calls right now.'),
  },
];
