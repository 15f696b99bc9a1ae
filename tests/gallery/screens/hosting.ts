import type { Page } from 'playwright';
import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { ConnectedState } from '../../../contract/hosting/payouts.ts';
import { STUDIO_DAYS } from '../../../contract/hosting/studio.ts';
import { tidOfUid } from '../../../contract/ids.ts';
import type { AppRow, UploadRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, SESSION, SETTINGS, withRows } from '../rows/account.ts';
import { PEOPLE } from '../rows/people.ts';
import { heading, press, type Screen, text } from '../screen.ts';

type RowOf<K extends AppRow['key']> = Extract<AppRow, { key: K }>;
type HostingRow = RowOf<'hosting'>;
const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first();

const applicant = (change: Partial<HostingRow> = {}): HostingRow => ({
  key: 'hosting',
  state: 'none',
  reason: '',
  missing: ['avatar', 'about'],
  identity: null,
  hasClip: false,
  host: null,
  ...change,
});
const host = (change: Partial<NonNullable<HostingRow['host']>> = {}): HostingRow => ({
  key: 'hosting',
  state: 'accepted',
  reason: '',
  missing: [],
  identity: null,
  hasClip: false,
  host: {
    price: 60,
    bounds: { min: 20, max: 500, step: 10 },
    priceChangesLeft: 3,
    isTakingCalls: true,
    pausedUntil: 0,
    weeklyHours: null,
    openHours: null,
    isOffByMissedCalls: false,
    sharePercent: 60,
    ...change,
  },
});
const asApplicant = (row: HostingRow) => withRows(ACCOUNT_ROWS, { state: [row] });
const STUDIO: RowOf<'studio'> = {
  key: 'studio',
  balance: 12_345,
  before: 12_345 - 2_136,
  days: Array.from({ length: STUDIO_DAYS }, (_, at) => ({
    day: new Date(GALLERY_NOW - at * DAY_MS).toISOString().slice(0, 10),
    calls: at === 0 ? 1_034 : 0,
    bookings: at === 0 ? 200 : 0,
    gifts: at === 1 ? 567 : 0,
    media: at === 1 ? 735 : 0,
    other: at === 2 ? -400 : 0,
    minutes: at === 0 ? 34 : 0,
    answered: at === 0 ? 7 : 0,
    missed: at === 1 ? 2 : 0,
  })),
  rating: {
    stars: 4.6,
    count: 31,
    reasons: [
      { reason: 'friendly', count: 22 },
      { reason: 'inattentive', count: 3 },
      { reason: 'notAsShown', count: 1 },
    ],
  },
};
const PAYOUTS: RowOf<'payouts'> = {
  key: 'payouts',
  available: 9_870,
  held: 1_234,
  holdDays: 7,
  minGems: 1_000,
  isOff: false,
  rate: { amountMinor: 500, currency: 'USD' },
  account: { holder: 'Robin Bergmann', last4: '3000' },
  connected: null,
  tax: { name: 'Robin Bergmann', taxIdEnd: '901' },
  years: [2026, 2025],
  payouts: (['sent', 'failed', 'returned'] as const).map((state, at) => ({
    id: `payout-${at}`,
    gems: 2_000,
    money: { amountMinor: 1_000, currency: 'USD' as const },
    last4: '3000',
    state,
    at: GALLERY_NOW - at * DAY_MS,
    reason: state === 'failed' ? 'IBAN 3000' : '',
  })),
};
const NEW_PAYOUTS: RowOf<'payouts'> = {
  ...PAYOUTS,
  account: null,
  tax: null,
  years: [],
  available: 0,
  payouts: [],
};
/** Payouts by Stripe, with the account in this state. */
const byStripe = (state: ConnectedState): RowOf<'payouts'> => ({
  ...PAYOUTS,
  account: null,
  connected: { state, last4: state === 'none' || state === 'incomplete' ? '' : '6789' },
});
/** The uploaded clip of an application, without its file, as after the upload. */
const CLIP: Omit<UploadRow, 'file'> & { file: undefined } = {
  id: 'clip',
  purpose: 'application',
  name: `${'a'.repeat(32)}.mp4`,
  file: undefined,
  state: 'done',
  sentBytes: 1_000,
  totalBytes: 1_000,
  url: `/media/p/${'a'.repeat(32)}`,
  thumbUrl: '',
  error: '',
  queuedAt: GALLERY_NOW,
};
const asHost = (row: HostingRow, ...more: readonly (RowOf<'studio'> | RowOf<'payouts'>)[]) =>
  withRows(ACCOUNT_ROWS, { state: [{ ...SESSION, role: ROLE_ANCHOR }, row, ...more] });

const STRIPE_STATES = {
  incomplete: 'Not finished yet',
  checking: 'Stripe is checking your details',
  ready: 'Ready for payouts',
  restricted: 'Stripe needs more information',
  declined: 'Stripe cannot pay out to you. Write to our team.',
} as const;

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
    shows: heading('Please make changes and apply again'),
  },
  {
    name: 'application that waits',
    variant: true,
    path: '/host',
    rows: asApplicant(applicant({ state: 'submitted', missing: [] })),
    shows: heading('We are reading your application'),
  },
  {
    name: 'application with an identity check and a clip that was uploaded',
    path: '/host',
    rows: withRows(ACCOUNT_ROWS, {
      state: [applicant({ missing: [], identity: { state: 'none', problem: '' } })],
      uploads: [CLIP],
    }),
    shows: button('Check my identity'),
  },
  {
    name: 'application whose identity check was declined',
    variant: true,
    path: '/host',
    rows: asApplicant(applicant({ missing: [], hasClip: true, identity: { state: 'declined', problem: 'document' } })),
    shows: button('Continue the check'),
  },
  {
    name: 'application whose identity check is reviewed',
    variant: true,
    path: '/host',
    rows: asApplicant(applicant({ missing: [], identity: { state: 'review', problem: 'name' } })),
    shows: text('Our team is looking at it. You can apply now.'),
  },
  {
    name: 'studio of a host who takes calls',
    path: '/host',
    rows: asHost(host(), STUDIO, PAYOUTS),
    shows: button('Save price'),
  },
  {
    name: 'payout of a host who confirms it',
    path: '/host',
    rows: asHost(host(), STUDIO, PAYOUTS),
    act: press('Request a payout'),
    shows: (page) => page.getByRole('alertdialog', { name: 'Pay out 9,870 gems?' }),
  },
  {
    name: 'statement of a payout',
    path: '/host',
    rows: asHost(host(), STUDIO, PAYOUTS),
    act: press(/^Statement of /),
    shows: (page) => page.getByRole('dialog', { name: /^Statement of / }).getByText('Balance after'),
  },
  {
    name: 'yearly statement of a host',
    path: '/host',
    rows: asHost(host(), STUDIO, PAYOUTS),
    act: press('Statement for 2025'),
    shows: (page) => page.getByRole('dialog', { name: 'Statement for 2025' }).getByText('Quarter 4'),
  },
  {
    name: 'payouts by Stripe before their setup',
    path: '/host',
    rows: asHost(host(), STUDIO, byStripe('none')),
    shows: button('Set up payouts with Stripe'),
  },
  ...(['incomplete', 'checking', 'ready', 'restricted', 'declined'] as const).map((state) => ({
    name: `payouts by Stripe with the account ${state}`,
    variant: true as const,
    path: '/host',
    rows: asHost(host(), STUDIO, byStripe(state)),
    shows: text(STRIPE_STATES[state]),
  })),
  {
    name: 'payout by Stripe that a host confirms',
    variant: true,
    path: '/host',
    rows: asHost(host(), STUDIO, byStripe('ready')),
    act: press('Request a payout'),
    shows: (page) => page.getByRole('alertdialog', { name: 'Pay out 9,870 gems?' }),
  },
  {
    name: 'studio of a host while nothing is paid out',
    variant: true,
    path: '/host',
    rows: asHost(host(), STUDIO, { ...PAYOUTS, isOff: true }),
    shows: text('Payouts are not available right now.'),
  },
  {
    name: 'private note of a host on a profile',
    path: '/anchorprofile?uid=9006',
    rows: withRows(ACCOUNT_ROWS, {
      state: [
        { ...SESSION, role: ROLE_ANCHOR },
        { ...SETTINGS, viewerNotes: { [tidOfUid(9_006)]: 'Likes mountains. Speaks slowly.' } },
      ],
    }),
    shows: (page) => page.getByLabel('Private note', { exact: true }).first(),
  },
  {
    name: 'closed countries of a host',
    path: '/editprofile',
    rows: withRows(ACCOUNT_ROWS, {
      state: [
        { ...SESSION, role: ROLE_ANCHOR },
        { ...SETTINGS, closedCountries: ['DE', 'BR'] },
      ],
    }),
    shows: button('Show in Germany again'),
  },
  {
    name: 'studio of a new host without earnings',
    variant: true,
    path: '/host',
    rows: asHost(
      host(),
      { ...STUDIO, days: [], rating: { stars: null, count: 0 } },
      { ...NEW_PAYOUTS, payouts: PAYOUTS.payouts.slice(0, 1).map((one) => ({ ...one, state: 'requested' })) },
    ),
    shows: text('No earnings in this period'),
  },
  {
    name: 'studio of a host whose switch was turned off by missed calls',
    variant: true,
    path: '/host',
    rows: asHost(host({ isTakingCalls: false, isOffByMissedCalls: true, priceChangesLeft: 0 })),
    shows: text('No change is left today. You can change the price again tomorrow.'),
  },
  {
    name: 'studio of a host outside the weekly hours',
    variant: true,
    path: '/host',
    rows: asHost(
      host({
        weeklyHours: {
          zone: 'Pacific/Auckland',
          days: [{ from: 1_080, to: 1_380 }, null, { from: 1_320, to: 120 }, null, null, null, null],
        },
        openHours: { opensAt: GALLERY_NOW + 3_600_000, closesAt: GALLERY_NOW + 18_000_000 },
      }),
    ),
    shows: text('Time zone: Pacific/Auckland'),
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
