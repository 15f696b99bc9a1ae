import { ACCOUNT_ROWS, EMPTY_ROWS, HOST_SESSION, SETTINGS, withRows } from '../rows/account.ts';
import { relationTo } from '../rows/people.ts';
import { dialog, heading, press, type Screen, text } from '../screen.ts';
import { LIFE_SCREENS } from './life.ts';

/** Settings, and pages opened from them. */
export const SETTINGS_SCREENS: readonly Screen[] = [
  { name: 'settings', path: '/settings', rows: ACCOUNT_ROWS, shows: heading('Settings') },
  {
    name: 'settings with outlines, and everything switched off',
    path: '/settings',
    rows: withRows(ACCOUNT_ROWS, {
      state: [
        {
          ...SETTINGS,
          borderedTheme: true,
          lastSeen: false,
          readReceipt: false,
          joiningGroups: false,
          privateMessages: false,
          keepDays: 30,
        },
      ],
    }),
    shows: heading('Settings'),
  },
  {
    name: 'settings of a host without gift notifications, with quiet hours',
    path: '/settings',
    rows: withRows(ACCOUNT_ROWS, {
      state: [HOST_SESSION, { ...SETTINGS, mutedNotices: ['gift'], quietHours: { from: 1_320, to: 420 } }],
    }),
    notices: 'granted',
    shows: (page) => page.getByRole('switch', { name: 'Ring me when the app is closed' }),
  },
  {
    name: 'settings before the browser was asked',
    variant: true,
    path: '/settings',
    rows: ACCOUNT_ROWS,
    notices: 'default',
    shows: (page) => page.getByTestId('scroller').getByRole('button', { name: 'Turn on notifications' }),
  },
  {
    name: 'settings on an iPhone, in its browser',
    variant: true,
    path: '/settings',
    rows: ACCOUNT_ROWS,
    notices: 'outside',
    shows: heading('Add the app to your home screen'),
  },
  {
    name: 'offer of notifications',
    path: '/message',
    rows: ACCOUNT_ROWS,
    notices: 'default',
    shows: heading('Get notified of new messages?'),
  },
  {
    name: 'sign-out dialog',
    path: '/settings',
    rows: ACCOUNT_ROWS,
    act: press('Sign out'),
    shows: dialog('Sign out of this device?'),
  },
  {
    name: 'languages',
    path: '/languagesettings',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('radio').nth(14),
  },
  {
    name: 'no such language',
    path: '/languagesettings',
    rows: ACCOUNT_ROWS,
    act: (page) => page.getByRole('searchbox').fill('klingon'),
    shows: text('No language by that name'),
  },
  {
    name: 'delete messages',
    path: '/deletemessagesettings',
    rows: ACCOUNT_ROWS,
    shows: (page) => page.getByRole('checkbox').first(),
  },
  {
    name: 'no messages to delete',
    variant: true,
    path: '/deletemessagesettings',
    rows: EMPTY_ROWS,
    shows: text('No conversations yet.'),
  },
  {
    name: 'question before messages are deleted',
    path: '/deletemessagesettings',
    rows: ACCOUNT_ROWS,
    act: press('Delete all messages'),
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'question before older messages are deleted',
    variant: true,
    path: '/deletemessagesettings',
    rows: ACCOUNT_ROWS,
    act: (page) => page.getByRole('radio').nth(1).click(),
    shows: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'message setup',
    path: '/messageSetup',
    rows: ACCOUNT_ROWS,
    brand: 'gemcall',
    shows: text('You have not blocked anyone.'),
  },
  {
    name: 'message setup with blocked people',
    path: '/messageSetup',
    rows: withRows(ACCOUNT_ROWS, {
      relations: [relationTo(9_001, { blocked: true }), relationTo(77_777, { blocked: true })],
    }),
    brand: 'gemcall',
    shows: (page) => page.getByRole('button', { name: 'Unblock User 77777' }),
  },
  {
    name: 'blocked people',
    path: '/blocked',
    rows: withRows(ACCOUNT_ROWS, { relations: [relationTo(9_001, { blocked: true })] }),
    shows: heading('Blocked people'),
  },
  ...LIFE_SCREENS,
  {
    name: 'addresses',
    path: '/domain',
    rows: ACCOUNT_ROWS,
    requests: { '/healthz': 200 },
    shows: text('Reachable'),
  },
  {
    name: 'addresses, of which none answers',
    variant: true,
    path: '/domain',
    rows: ACCOUNT_ROWS,
    requests: { '/healthz': 503 },
    shows: text('Not reachable'),
  },
];
