import {
  array,
  boolean,
  type GenericSchema,
  instance,
  integer,
  literal,
  maxLength,
  minLength,
  minValue,
  nullable,
  number,
  object,
  partial,
  picklist,
  pipe,
  record,
  regex,
  safeParse,
  strictTuple,
  string,
  variant,
} from 'valibot';
import { settingsChange } from '#contract/account/settings.ts';
import type { CoreApi } from '#contract/core.ts';
import { COMMAND_LOST_AFTER_MS } from '#contract/core-rules.ts';
import { KEPT_KEYS, KEPT_TEXT_MAX } from '#contract/kept.ts';
import {
  GENDERS,
  LIST_NAMES,
  RELATION_ACTIONS,
  REPORT_NOTE_MAX_CHARS,
  REPORT_REASONS,
} from '#contract/people/people.ts';
import { PRESENCE_WATCH_MAX } from '#contract/people/rules.ts';
import { type AppError, fail } from '#contract/result.ts';
import { typedText } from '#contract/typed-text.ts';
import { callSchemas } from './guard-calls.ts';
import type { Leadership } from './leadership.ts';

const short = pipe(typedText, minLength(1), maxLength(256));
const uid = pipe(number(), integer(), minValue(1));

const text = pipe(string(), maxLength(1_024));
/** The server checks what the fields hold; here only that they are what they are called. */
const profileChange = partial(
  object({
    nickName: text,
    avatarUrl: text,
    about: text,
    gender: picklist(GENDERS),
    bDay: text,
    country: text,
    lang: text,
    tel: text,
    email: text,
    address: text,
    albums: array(text),
    videos: array(object({ thumbnail: text, videoUrl: text, checksum: text })),
  }),
);

/** What comes over a port is parsed like anything from outside. */
const schemas = {
  signIn: strictTuple([
    variant('way', [
      object({ way: literal('guest') }),
      object({ way: literal('password'), uid, passwd: pipe(string(), minLength(1), maxLength(256)) }),
      object({
        way: literal('google'),
        credential: pipe(string(), minLength(1), maxLength(8_192)),
        nonce: pipe(string(), minLength(1), maxLength(128)),
      }),
    ]),
  ]),
  signOut: strictTuple([]),
  adopt: strictTuple([record(picklist(KEPT_KEYS), nullable(pipe(string(), maxLength(KEPT_TEXT_MAX))))]),
  openThread: strictTuple([uid, pipe(string(), maxLength(1_024))]),
  watchThread: strictTuple([short, nullable(short)]),
  sendText: strictTuple([short, string(), pipe(string(), regex(/^[\w-]{21}$/))]),
  retryMessage: strictTuple([short]),
  discardMessage: strictTuple([short]),
  saveDraft: strictTuple([short, string()]),
  refreshList: strictTuple([picklist(LIST_NAMES), boolean()]),
  refreshCard: strictTuple([uid]),
  watchPeople: strictTuple([short, pipe(array(uid), maxLength(PRESENCE_WATCH_MAX))]),
  changeRelation: strictTuple([uid, picklist(RELATION_ACTIONS)]),
  changeFavourite: strictTuple([uid, boolean()]),
  skipPerson: strictTuple([uid, boolean()]),
  report: strictTuple([uid, picklist(REPORT_REASONS), pipe(typedText, maxLength(REPORT_NOTE_MAX_CHARS))]),
  ...callSchemas,
  changeSettings: strictTuple([settingsChange]),
  upload: strictTuple([short, picklist(['avatar', 'album', 'video']), instance(Blob)]),
  dropUpload: strictTuple([short]),
  clearMessages: strictTuple([nullable(short)]),
  refreshConfig: strictTuple([]),
  updateProfile: strictTuple([profileChange]),
  wake: strictTuple([picklist(['online', 'visible', 'asked'])]),
  describeDevice: strictTuple([
    object({ language: pipe(typedText, maxLength(35)), screenWidth: number(), screenHeight: number() }),
  ]),
} satisfies Record<keyof CoreApi, GenericSchema>;

/** Storage failures have a sentence of their own; anything else that is thrown is a bug, and says so in the log. */
function errorOfThrown(error: unknown): AppError {
  const name = error instanceof Error ? error.name : '';
  const inner = (error as { inner?: { name?: string } } | null)?.inner?.name ?? '';
  if (name === 'QuotaExceededError' || inner === 'QuotaExceededError') return { code: 'storage-full' };
  return { code: 'storage-broken' };
}

/** The commands as pages see them: parsed, only while this core leads, and never throwing. */
export function guardCommands(commands: CoreApi, leadership: Leadership): CoreApi {
  const guarded = Object.entries(schemas).map(([name, schema]) => {
    const command = commands[name as keyof CoreApi] as (...args: unknown[]) => Promise<unknown>;
    const run = async (...args: unknown[]) => {
      const parsed = safeParse(schema, args);
      if (!parsed.success) return fail({ code: 'bad-request', detail: name });
      if (!(await leadership.whenLeading(COMMAND_LOST_AFTER_MS))) {
        return fail({ code: leadership.role() === 'stale' ? 'stale-build' : 'core-lost' });
      }
      try {
        return await command(...(parsed.output as unknown[]));
      } catch (error) {
        console.warn(`core command ${name} failed`, error);
        return fail(errorOfThrown(error));
      }
    };
    return [name, run];
  });
  return Object.fromEntries(guarded) as CoreApi;
}
