import type { Page } from 'playwright';
import { type GenericSchema, is } from 'valibot';
import { ROLE_USER } from '../../contract/account/rules.ts';
import { simpleDraft } from '../../contract/chat/drafts.ts';
import { MESSAGE_MAX_CHARS } from '../../contract/chat/rules.ts';
import { type EndpointName, endpoints } from '../../contract/endpoints.ts';
import { nickFault } from '../../contract/people/nick.ts';
import { isBlank } from '../../contract/text/visible-text.ts';
import { isPlainText } from '../../contract/xml/characters.ts';
import { ACCOUNT_ROWS, HOST_SESSION, withRows } from './rows/account.ts';
import { TALKED_TO } from './rows/chat.ts';
import { GIFTS } from './rows/gifts.ts';
import { PEOPLE } from './rows/people.ts';
import { heading, press, type Screen, text } from './screen.ts';
import { CHAT_SCREENS } from './screens/chat.ts';
import { DISCOVERY_SCREENS } from './screens/discovery.ts';
import { HOSTING_SCREENS } from './screens/hosting.ts';
import { KIND_SCREENS } from './screens/kinds.ts';
import { LIFE_SCREENS } from './screens/life.ts';
import { SAID_SCREENS } from './screens/said.ts';
import { VISITOR_SCREENS } from './screens/visitor.ts';

const accepts = (name: EndpointName, data: unknown): boolean => is(endpoints[name].input as GenericSchema, data);

/** A field that takes text, in an open form. */
export type TextField = {
  /** Accessible name, or its beginning if it ends with a space. */
  readonly label: string;
  readonly button: string;
  /** The command that the button calls; '' if its effect is not a command. */
  readonly command: string;
  /** Whether the server takes the arguments of the command. */
  readonly isTaken: (args: readonly never[]) => boolean;
  /** A valid text, left in the field for the next one. */
  readonly rest: string;
};
/** A screen with an open form. */
type TextForm = {
  /** The components with the inputs, as `formsOfText` lists them. */
  readonly files: readonly string[];
  readonly screen: Screen;
  readonly fields: readonly TextField[];
};

const named = (screens: readonly Screen[], name: string): Screen => {
  const found = screens.find((screen) => screen.name === name);
  if (!found) throw new RangeError(`There is no screen "${name}"`);
  return found;
};
const field = (label: string) => (page: Page) => page.getByRole('textbox', { name: label, exact: true });
/** The command fails, so that the form stays open. */
const REFUSED = { code: 'cancelled' } as const;
const THERE = `/message/u_${TALKED_TO}`;
const isText = (sent: unknown): boolean =>
  typeof sent === 'string' && isPlainText(sent) && !isBlank(sent) && sent.length <= MESSAGE_MAX_CHARS;

const profile = (label: string, rest = ''): TextField => ({
  label,
  button: 'Save changes',
  command: 'updateProfile',
  isTaken: ([change]: readonly { readonly nickName?: string }[]) =>
    accepts('updateProfile', change) && (change?.nickName === undefined || nickFault(change.nickName) === undefined),
  rest,
});
const setting = (label: string, button: string): TextField => ({
  label,
  button,
  command: 'changeSettings',
  isTaken: ([settings]) => accepts('updateProfile', { settings }),
  rest: '',
});
const sent = (label: string, button: string, rest = ''): TextField => ({
  label,
  button,
  command: 'send',
  isTaken: ([, draft]) => is(simpleDraft, draft),
  rest,
});
const tax = (label: string, rest: string): TextField => ({
  label,
  button: 'Save tax details',
  command: 'saveTaxDetails',
  isTaken: ([details]) => accepts('saveTaxDetails', details),
  rest,
});

/** Fills the details that are not texts. */
async function fillStudio(page: Page): Promise<void> {
  await field('IBAN or account number')(page).fill('DE89370400440532013000');
  await field('Full legal name')(page).fill('Ann Host');
  await field('Home address')(page).fill('Main Street 5');
  await field('Tax identification number')(page).fill('123456');
  await page.getByRole('combobox', { name: 'Country of residence' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('germany');
  await page.getByRole('option', { name: 'Germany' }).click();
  await page.getByLabel('Day', { exact: true }).selectOption('1');
  await page.getByLabel('Month', { exact: true }).selectOption('1');
  await page.getByLabel('Year', { exact: true }).selectOption('1990');
}

/** Every form of the app whose texts are sent or stored. */
export const TEXT_FORMS: readonly TextForm[] = [
  {
    files: ['edit-profile/edit-profile', 'edit-profile/personal-fields', 'edit-profile/text-field'].map(
      (name) => `src/features/account/${name}.tsx`,
    ),
    screen: {
      name: 'edit profile',
      path: '/editprofile',
      rows: ACCOUNT_ROWS,
      answers: { updateProfile: REFUSED },
      shows: heading('Edit profile'),
    },
    fields: [profile('Name', 'Robin'), profile('About'), profile('Phone'), profile('Email'), profile('Address')],
  },
  {
    files: ['src/features/account/login/login-views.tsx'],
    screen: {
      ...named(VISITOR_SCREENS, 'password'),
      answers: { signIn: REFUSED },
      act: (page) => page.getByLabel('Password', { exact: true }).fill('secret'),
    },
    fields: [{ label: 'User ID', button: 'Sign in', command: 'signIn', isTaken: () => true, rest: '' }],
  },
  {
    files: ['src/features/account/recovery/recovery-fields.tsx'],
    screen: {
      ...named(LIFE_SCREENS, 'a wrong code for a forgotten password'),
      answers: { beginRecovery: REFUSED },
      act: press('Forgot your password?'),
      shows: field('E-mail address'),
    },
    fields: [
      {
        label: 'E-mail address',
        button: 'Send code',
        command: 'beginRecovery',
        isTaken: ([address]) => accepts('beginRecovery', { address }),
        rest: '',
      },
    ],
  },
  {
    files: ['src/messages/composer/composer.tsx'],
    screen: {
      name: 'composer',
      path: THERE,
      rows: ACCOUNT_ROWS,
      answers: { send: REFUSED },
      shows: (page) => page.getByRole('textbox', { name: /^Message to / }),
    },
    fields: [sent('Message to ', 'Send')],
  },
  {
    files: ['src/messages/composer/edit-box.tsx'],
    screen: {
      ...named(CHAT_SCREENS, 'an edited message and one that is being edited'),
      answers: { editMessage: REFUSED },
    },
    fields: [
      {
        label: 'Message text',
        button: 'Save changes',
        command: 'editMessage',
        isTaken: ([, body]) => isText(body),
        rest: 'Ann',
      },
    ],
  },
  {
    files: ['src/features/chat/send/send-sheet.tsx'],
    screen: {
      ...named(KIND_SCREENS, 'files about to be sent'),
      answers: { sendMedia: REFUSED },
      // Until then a picture is made smaller.
      shows: (page) => page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true, disabled: false }),
    },
    fields: [
      {
        label: 'Caption',
        button: 'Send',
        command: 'sendMedia',
        isTaken: ([, draft]: readonly { readonly body?: string }[]) => draft?.body === '' || isText(draft?.body),
        rest: '',
      },
    ],
  },
  {
    files: ['src/messages/tray/question-tool.tsx'],
    screen: {
      ...named(SAID_SCREENS, 'a question of one’s own'),
      answers: { send: REFUSED },
      async act(page) {
        await press('More to send', 'Question', 'Your own question', 'Add an answer')(page);
        await field('Your own question')(page).fill('Tea?');
        await field('Answer 1')(page).fill('Tea');
        await field('Answer 2')(page).fill('Coffee');
      },
    },
    fields: [sent('Your own question', 'Ask', 'Tea?'), sent('Answer 1', 'Ask', 'Tea')],
  },
  {
    files: ['src/messages/tray/wish-tool.tsx'],
    screen: {
      name: 'a wish for a gift',
      path: THERE,
      rows: withRows(ACCOUNT_ROWS, {
        state: [HOST_SESSION],
        people: PEOPLE.map((person) => (person.uid === TALKED_TO ? { ...person, role: ROLE_USER } : person)),
        gifts: GIFTS,
      }),
      answers: { send: REFUSED },
      async act(page) {
        await press('More to send', 'Ask for a gift')(page);
        await page.getByRole('combobox', { name: 'Gift' }).click();
        await page.getByRole('option').nth(1).click();
      },
      shows: field('A few words'),
    },
    fields: [sent('A few words', 'Ask for it')],
  },
  {
    files: ['src/messages/tray/place-tool.tsx', 'src/messages/tray/replies-tool.tsx'],
    screen: {
      name: 'tools',
      path: '/gallery/tools',
      rows: withRows(ACCOUNT_ROWS, { state: [HOST_SESSION] }),
      answers: { send: REFUSED, changeSettings: REFUSED },
      async act(page) {
        await page.context().grantPermissions(['geolocation']);
        await page.context().setGeolocation({ latitude: 52.5, longitude: 13.4 });
        await press('Find my location')(page);
      },
      shows: field('Name of the place'),
    },
    fields: [sent('Name of the place', 'Send my location'), setting('New reply', 'Save')],
  },
  {
    files: ['src/features/people/profile/private-note.tsx'],
    screen: {
      ...named(HOSTING_SCREENS, 'private note of a host on a profile'),
      answers: { changeSettings: REFUSED },
    },
    fields: [setting('Private note', 'Save note')],
  },
  {
    files: ['src/features/people/safety/report-sheet.tsx'],
    screen: {
      name: 'report',
      path: `/anchorprofile?uid=${TALKED_TO}`,
      rows: ACCOUNT_ROWS,
      answers: { report: REFUSED },
      async act(page) {
        await press('Report or block')(page);
        await page.getByRole('menuitem', { name: 'Report', exact: true }).click();
        await page.getByRole('dialog').getByText('Spam or advertising').click();
      },
      shows: text('What happened? (optional)'),
    },
    fields: [
      {
        label: 'What happened? (optional)',
        button: 'Send report',
        command: 'report',
        isTaken: ([targetUid, reason, note]) => accepts('report', { targetUid, reason, note }),
        rest: '',
      },
    ],
  },
  {
    files: ['src/features/hosting/host/identity.tsx'],
    screen: {
      ...named(HOSTING_SCREENS, 'application with an identity check and a clip that was uploaded'),
      answers: { startIdentity: REFUSED },
    },
    fields: [
      {
        label: 'Your name as on the document',
        button: 'Check my identity',
        command: 'startIdentity',
        isTaken: ([name]) => accepts('startIdentity', { name }),
        rest: '',
      },
    ],
  },
  {
    files: ['src/features/hosting/host/tax-details.tsx', 'src/features/hosting/host/payout-account.tsx'],
    screen: {
      ...named(HOSTING_SCREENS, 'studio of a host who takes calls'),
      answers: { saveTaxDetails: REFUSED, savePayoutAccount: REFUSED },
      act: fillStudio,
    },
    fields: [
      {
        label: 'Account holder',
        button: 'Save account',
        command: 'savePayoutAccount',
        isTaken: ([account]) => accepts('savePayoutAccount', account),
        rest: 'Ann Host',
      },
      tax('Full legal name', 'Ann Host'),
      tax('Home address', 'Main Street 5'),
    ],
  },
  {
    files: ['src/features/discovery/wall/filter-sheet.tsx'],
    screen: named(DISCOVERY_SCREENS, 'filter of the wall'),
    fields: [
      {
        label: 'Name',
        button: 'Show hosts',
        command: '',
        isTaken: ([name]) => accepts('findAnchors', { sort: 'hot', name }),
        rest: '',
      },
    ],
  },
];
