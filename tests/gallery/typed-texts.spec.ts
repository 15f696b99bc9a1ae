import { expect } from 'playwright/test';
import { isBlank } from '../../contract/text/visible-text.ts';
import { formsOfText } from '../harness/texts/text-forms.ts';
import { SAMPLES } from '../harness/texts/written-words.ts';
import { test } from './base.ts';
import { draw, openGallery } from './sweep.ts';
import { TEXT_FORMS, type TextField } from './text-fields.ts';

/** Inputs whose text is not sent and not stored: components, searches on the device, numbers, days and times. */
const OTHERS = [
  ...['input/field', 'input/search-box', 'input/text-area', 'preview/inputs'].map((name) => `src/ui/${name}.tsx`),
  ...[
    'account/settings/language-list',
    'chat/around/search-sheet',
    'chat/around/thread-choice',
    'people/list/people-list',
  ].map((name) => `src/features/${name}.tsx`),
  'src/messages/emoji/picker.tsx',
  ...[
    'calls/bookings/book-sheet',
    'hosting/host/weekly-hours',
    'payments/history/limits',
    'notices/notifications/notice-choices',
  ].map((name) => `src/features/${name}.tsx`),
];

test('every form of the app that takes text is filled', () => {
  const known = [...TEXT_FORMS.flatMap(({ files }) => files), ...OTHERS];
  expect(known.toSorted()).toEqual(formsOfText.map(({ file }) => file).toSorted());
});

type Outcome = {
  readonly typed: string;
  /** The sentence beside the field; '' if there is none. */
  readonly sentence: string;
  readonly isEnabled: boolean;
  /** What was called, as JSON of name and arguments. */
  readonly calls: readonly string[];
};

/**
 * Types each text into a field and presses its button, in the page: texts are given as UTF-16 units, because the connection to the page
 * replaces lone surrogates.
 */
async function tryTexts({
  label,
  button,
  presses,
  texts,
}: {
  readonly label: string;
  readonly button: string;
  readonly presses: boolean;
  readonly texts: readonly (readonly number[])[];
}): Promise<readonly Omit<Outcome, 'typed'>[]> {
  const nameOf = (element: HTMLInputElement | HTMLTextAreaElement) =>
    element.ariaLabel ?? element.labels?.[0]?.textContent ?? '';
  const isIt = (name: string) => (label.endsWith(' ') ? name.startsWith(label) : name === label);
  const find = () =>
    [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].findLast((element) =>
      isIt(nameOf(element)),
    );
  const findButton = () =>
    [...document.querySelectorAll('button')].findLast(
      (element) => (element.ariaLabel ?? element.textContent ?? '').trim() === button,
    );
  /** Resolves after all scheduled work, of which the last has the lowest priority. */
  const rest = () =>
    (
      globalThis as unknown as {
        readonly scheduler: { postTask(run: () => void, options: object): Promise<void> };
      }
    ).scheduler.postTask(() => undefined, { priority: 'background' });
  const found: Omit<Outcome, 'typed'>[] = [];
  for (const units of texts) {
    const input = find();
    if (!input) throw new RangeError(`There is no field "${label}"`);
    // React follows the value of an input by its own property on the element.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value') ?? {};
    set?.call(input, String.fromCharCode(...units));
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await rest();
    window.gallery.takeCalls();
    const press = findButton();
    const isEnabled = press !== undefined && !press.disabled;
    if (isEnabled && presses) press.click();
    await rest();
    const note = document.getElementById(input.getAttribute('aria-describedby') ?? '');
    const isInvalid = input.getAttribute('aria-invalid') === 'true' && note?.hidden === false;
    const ofForm = input.form?.querySelector('p[data-over]');
    const sentence = (isInvalid ? note.textContent : ofForm?.textContent) ?? '';
    found.push({ sentence, isEnabled, calls: window.gallery.takeCalls() });
  }
  return found;
}

const unitsOf = (typed: string) => Array.from({ length: typed.length }, (_, at) => typed.charCodeAt(at));
/** Every text within a value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type Kind = keyof typeof SAMPLES;
const KINDS = Object.keys(SAMPLES) as readonly Kind[];

/** What is wrong with the outcome of a typed text. */
function faultOf(kind: Kind, row: TextField, { typed, sentence, isEnabled, calls }: Outcome): string {
  if (/did not accept/.test(sentence)) return 'refused without its own sentence';
  const called = calls.map((call) => JSON.parse(call) as readonly [name: string, args: readonly never[]]);
  const args =
    row.command === '' && isEnabled ? [typed.trim() as never] : called.find(([name]) => name === row.command)?.[1];
  if (!args) {
    if (sentence !== '' || kind === 'blank') return '';
    return `nothing was sent, and no sentence says why (${isEnabled ? 'the button does nothing' : 'the button is disabled'})`;
  }
  if (sentence !== '' && row.command !== '') return `sent although the field says "${sentence}"`;
  if (kind === 'unreadable') return 'an unreadable text was sent';
  if (!row.isTaken(args)) return `the server refuses ${JSON.stringify(args)}`;
  const texts = textsIn(args);
  if (row.command !== '' && texts.some((one) => one !== '' && isBlank(one)))
    return 'a text that draws nothing was sent';
  if (kind === 'blank') return '';
  const taken = kind === 'directed' ? [typed.trim(), typed.replace(/\p{Bidi_Control}/gu, '').trim()] : [typed.trim()];
  return texts.some((one) => taken.includes(one)) ? '' : `sent as ${JSON.stringify(texts)}`;
}

test('each text is sent as typed or refused beside its field, in every form', async ({ openGalleryOf }) => {
  const { page, network } = await openGalleryOf('gemcall', 'phone');
  await openGallery(page);
  for (const { screen, fields } of TEXT_FORMS) {
    await draw(page, network, screen);
    for (const row of fields) {
      const { label, button, command, rest } = row;
      const found: string[] = [];
      for (const kind of KINDS) {
        const texts = [...SAMPLES[kind], rest].map(unitsOf);
        const outcomes = await page.evaluate(tryTexts, { label, button, presses: command !== '', texts });
        for (const [at, typed] of SAMPLES[kind].entries()) {
          const outcome = outcomes[at];
          const fault = outcome ? faultOf(kind, row, { typed, ...outcome }) : 'not tried';
          if (fault !== '') found.push(`${JSON.stringify(typed.slice(0, 40))} (${kind}): ${fault}`);
        }
      }
      expect.soft(found, `${screen.name}: ${label}`).toEqual([]);
    }
  }
});
