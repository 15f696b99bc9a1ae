import type { Page } from 'playwright';
import { DAY_MS } from '../../../contract/durations.ts';
import type { AppRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { ACCOUNT_ROWS, CONFIG, VISITOR, withRows } from '../rows/account.ts';
import { relationTo } from '../rows/people.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

type RowOf<K extends AppRow['key']> = Extract<AppRow, { key: K }>;

const SESSIONS: RowOf<'sessions'> = {
  key: 'sessions',
  hasPassword: false,
  proof: 'device',
  canMove: true,
  secrets: [
    {
      id: 'd',
      platform: 'Android',
      browser: 'Chrome',
      madeAt: GALLERY_NOW,
      seenAt: GALLERY_NOW,
      own: true,
      canEnd: true,
    },
    { id: 'e', platform: '', browser: '', madeAt: GALLERY_NOW, seenAt: GALLERY_NOW, own: false, canEnd: true },
  ],
  sessions: [
    { id: 'a', platform: 'Android', browser: 'Chrome', madeAt: GALLERY_NOW, seenAt: GALLERY_NOW, own: true },
    { id: 'b', platform: 'Windows', browser: 'Firefox', madeAt: GALLERY_NOW, seenAt: GALLERY_NOW, own: false },
    { id: 'c', platform: '', browser: '', madeAt: GALLERY_NOW, seenAt: GALLERY_NOW, own: false },
  ],
};
const PASSKEYS: NonNullable<typeof SESSIONS.passkeys> = [
  { id: 'k', platform: 'Windows', browser: 'Chrome', madeAt: GALLERY_NOW, seenAt: null, canEnd: true },
  { id: 'l', platform: 'iOS', browser: 'Safari', madeAt: GALLERY_NOW, seenAt: GALLERY_NOW, canEnd: true },
];
const DONE: RowOf<'export'> = {
  key: 'export',
  at: GALLERY_NOW,
  file: 'my-data-1.zip',
  state: 'done',
  messages: 5_210,
  media: 198,
  missing: 2,
  bytes: 9_000_000,
};
const withSessions = (change: Partial<typeof SESSIONS> = {}) =>
  withRows(ACCOUNT_ROWS, { state: [{ ...SESSIONS, ...change }] });
/** The server sends e-mail, so that an address can recover the account. */
const withMail = (change: Partial<typeof SESSIONS> = {}) =>
  withRows(withSessions(change), { state: [{ ...SESSIONS, ...change }, MAILING] });
const MAILING = { ...CONFIG, recovery: true };
/** Enters a recovery address and asks for its code. */
async function askCode(page: Page) {
  await page.getByLabel('E-mail address').fill('robin@example.org');
  await press('Send code')(page);
}

/** Pages about the account: security, moving to a device, deletion. */
export const LIFE_SCREENS: readonly Screen[] = [
  {
    name: 'account and security of a guest',
    path: '/security',
    rows: withSessions(),
    shows: text('Keep your account'),
  },
  {
    name: 'account and security with a password, and all data put together',
    path: '/security',
    rows: withRows(withSessions({ hasPassword: true, proof: 'password' }), {
      state: [{ ...SESSIONS, hasPassword: true, proof: 'password' }, DONE],
    }),
    shows: text('Save file'),
  },
  {
    name: 'a wrong present password',
    variant: true,
    path: '/security',
    rows: withSessions({ hasPassword: true, proof: 'password' }),
    answers: { setPassword: { code: 'wrong-password' } },
    async act(page) {
      await page.getByLabel('Current password').fill('wrong');
      await page.getByLabel('New password').fill('a new one');
      await press('Save password')(page);
    },
    shows: (page) => page.getByLabel('Current password'),
  },
  {
    name: 'the passkeys of an account',
    path: '/security',
    rows: withSessions({ hasPassword: true, proof: 'password', passkeys: PASSKEYS }),
    fresh: true,
    act: (page) => page.getByRole('button', { name: 'Remove: Windows · Chrome' }).click(),
    shows: (page) => page.getByRole('button', { name: 'Remove passkey' }),
  },
  {
    name: 'offer of a passkey after a purchase',
    path: '/goddess',
    rows: withSessions({ passkeys: [] }),
    shows: heading('Sign in faster, keep your gems safe'),
  },
  {
    name: 'a passkey that the server refused',
    variant: true,
    path: '/security',
    rows: withSessions({ passkeys: PASSKEYS }),
    answers: { removePasskey: { code: 'passkey-refused' } },
    fresh: true,
    act: (page) => page.getByRole('button', { name: 'Remove: Windows · Chrome' }).click(),
    shows: text('That passkey did not work. Try again, or sign in another way.'),
  },
  {
    name: 'a code that was mailed to a recovery address',
    path: '/security',
    rows: withMail(),
    fresh: true,
    act: askCode,
    shows: text('We sent a code to robin@example.org. It is valid for 15 minutes.'),
  },
  {
    name: 'a recovery address that is no address',
    variant: true,
    path: '/security',
    rows: withMail(),
    fresh: true,
    async act(page) {
      await page.getByLabel('E-mail address').fill('robin');
      await press('Send code')(page);
    },
    shows: text('That does not look like an email address.'),
  },
  {
    name: 'the recovery address of an account',
    variant: true,
    path: '/security',
    rows: withMail({ hasPassword: true, proof: 'password', recoveryEmail: 'robin@example.org' }),
    fresh: true,
    shows: text('robin@example.org'),
  },
  {
    name: 'a wrong code for a forgotten password',
    path: '/userpassword',
    rows: withRows(VISITOR, { state: [MAILING] }),
    answers: { recoverAccount: { code: 'wrong-code' } },
    fresh: true,
    async act(page) {
      await press('Forgot your password?')(page);
      await askCode(page);
      await page.getByLabel('Code from the e-mail').fill('24682468');
      await page.getByLabel('New password').fill('correct horse battery');
      await press('Save and sign in')(page);
    },
    shows: text('That code is wrong or no longer valid.'),
  },
  {
    name: 'a code for another device',
    path: '/security',
    rows: withSessions(),
    act: press('Show code'),
    fresh: true,
    shows: (page) => page.getByRole('img', { name: /Scan this/ }),
  },
  {
    name: 'the digits of another device',
    path: '/security',
    rows: withSessions(),
    answers: { moveState: { value: { state: 'claimed', choices: ['07', '42', '93'] } } },
    act: press('Show code'),
    fresh: true,
    shows: (page) => page.getByRole('button', { name: '42' }),
  },
  {
    name: 'security without the list of sessions',
    variant: true,
    path: '/security',
    rows: ACCOUNT_ROWS,
    answers: { refreshSessions: { code: 'offline' } },
    fresh: true,
    shows: (page) => page.getByRole('region', { name: 'Signed in on' }).getByRole('status'),
  },
  {
    name: 'the question of the birth date',
    path: '/blocked',
    rows: withRows(ACCOUNT_ROWS, { relations: [relationTo(9_001, { blocked: true })] }),
    answers: { changeRelation: { code: 'age' } },
    act: press(/^Unblock /),
    fresh: true,
    shows: dialog('When were you born?'),
  },
  {
    name: 'delete account',
    path: '/delete-account',
    rows: ACCOUNT_ROWS,
    // The question of the former screen is held in memory and shown on any page.
    fresh: true,
    shows: heading('Delete account'),
  },
  {
    name: 'an account that cannot be deleted yet',
    variant: true,
    path: '/delete-account',
    rows: ACCOUNT_ROWS,
    answers: { readDeletionTerms: { value: { gems: 0, silver: 0, earned: 0, proof: 'device', waitsFor: 'order' } } },
    shows: text('A purchase is still open'),
  },
  {
    name: 'an account that can be restored',
    path: '/login',
    rows: VISITOR,
    answers: { signIn: { code: 'closing', until: GALLERY_NOW + 14 * DAY_MS } },
    act: press('Continue as guest'),
    shows: (page) => page.getByRole('button', { name: 'Restore my account' }),
  },
  {
    name: 'an account from another device',
    path: '/login#move=gallery---------------',
    rows: VISITOR,
    fresh: true,
    shows: text('Continue as Robin?'),
  },
];
