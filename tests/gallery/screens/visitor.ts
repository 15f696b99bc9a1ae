import { CONFIG, VISITOR, withRows } from '../rows/account.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';

/** Consent has not been answered, so the banner is shown. */
const UNASKED = { consent: '' };

/** Screens before the login. */
export const VISITOR_SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', rows: VISITOR, shows: heading('Someone is awake right now') },
  {
    name: 'login with Google',
    path: '/login',
    rows: withRows(VISITOR, { state: [{ ...CONFIG, googleClientId: 'gallery' }] }),
    shows: (page) => page.getByRole('button', { name: 'Continue with Google' }),
  },
  {
    name: 'login that failed',
    path: '/login',
    rows: VISITOR,
    answers: { signIn: { code: 'rate-limited', retryAfterMs: 60_000 } },
    act: press('Continue as guest'),
    shows: (page) => page.getByRole('alert').filter({ hasText: /\w{3}/ }).first(),
  },
  { name: 'password', path: '/userpassword', rows: VISITOR, shows: heading('Welcome back') },
  {
    name: 'password with mistakes',
    path: '/userpassword',
    rows: VISITOR,
    act: press('Sign in'),
    shows: text('Enter your user ID.'),
  },
  {
    name: 'wrong password',
    path: '/userpassword',
    rows: VISITOR,
    answers: { signIn: { code: 'wrong-credentials' } },
    async act(page) {
      await page.getByLabel('User ID').fill('100001');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await press('Sign in')(page);
    },
    shows: (page) => page.getByRole('alert').filter({ hasText: /\w{3}/ }).first(),
  },
  { name: 'not found', path: '/no/such/place', rows: VISITOR, shows: heading('Nothing here') },
  { name: 'get the app', path: '/download', rows: VISITOR, shows: heading('Get the app') },
  {
    name: 'get the app from the stores',
    path: '/download',
    rows: withRows(VISITOR, {
      state: [{ ...CONFIG, stores: { iosUrl: 'https://example.com/ios', androidUrl: 'https://example.com/android' } }],
    }),
    shows: text('In the stores'),
  },
  {
    name: 'check before a call, not started',
    path: '/test',
    rows: VISITOR,
    shows: heading('Will a call work here?'),
  },
  {
    name: 'check before a call',
    path: '/test',
    rows: VISITOR,
    requests: { '/preflight': 204 },
    act: press('Start the check'),
    shows: text(/enough for a clear picture|may be blurred|too slow/),
  },
  {
    name: 'check before a call, with the effects of the camera',
    path: '/test',
    rows: VISITOR,
    requests: { '/preflight': 204 },
    variant: true,
    act: press('Start the check'),
    shows: (page) => page.getByRole('switch', { name: 'Blur my background' }),
  },
  {
    name: 'check before a call without a server',
    path: '/test',
    rows: VISITOR,
    requests: { '/preflight': 503 },
    act: press('Start the check'),
    shows: text('Our server did not answer. Are you online?'),
  },
  {
    name: 'check before a call without camera and microphone',
    path: '/test',
    rows: VISITOR,
    requests: { '/preflight': 204 },
    mediaRefused: true,
    variant: true,
    act: press('Start the check'),
    shows: text(/The camera is blocked/),
  },
  {
    name: 'preview of a conversation',
    path: '/preview',
    rows: VISITOR,
    shows: (page) => page.getByRole('link', { name: 'Sign in' }),
  },
  { name: 'silver hosts for a visitor', path: '/silveranchor', rows: VISITOR, shows: dialog('Silver hosts') },
  {
    name: 'maintenance',
    path: '/login',
    rows: withRows(VISITOR, { state: [{ ...CONFIG, maintenance: true }] }),
    shows: (page) => page.getByRole('alertdialog', { name: 'sorry we' }),
  },
  {
    name: 'browser without storage',
    path: '/gallery/storage-missing',
    rows: VISITOR,
    shows: heading("Your browser's storage is not available"),
  },
];

export const LANDING_SCREENS: readonly Screen[] = [
  {
    name: 'landing page with the consent banner',
    path: '/onlinevideochat',
    rows: VISITOR,
    storage: UNASKED,
    shows: (page) => page.getByRole('heading', { level: 1 }),
  },
  {
    name: 'landing page with the choices of consent',
    path: '/onlinevideochat',
    rows: VISITOR,
    storage: UNASKED,
    act: press('Choose'),
    shows: (page) => page.getByRole('switch', { name: 'Measure how the app is used' }),
  },
  {
    name: 'landing page',
    path: '/onlinevideochat',
    rows: VISITOR,
    shows: (page) => page.getByRole('heading', { level: 1 }),
  },
];
