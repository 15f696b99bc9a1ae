import { cutText } from '../text/cut-text.ts';
import type { CategoryOf, Payload, PayloadKind } from './payload.ts';

/**
 * One-line previews of messages: for the list of conversations, notifications, and kinds without a view of their own. Without codecs:
 * pages draw lines and never parse a stanza.
 */

/**
 * Function that translates a key into the reader's language (`src/i18n/locales/<lng>/push.json`) with interpolated values; callers pass it
 * to build a preview.
 */
export type TranslateKey<W extends string> = (key: W, values?: LineValues) => string;
/** Values that a translated preview interpolates. Texts with a count have no plural forms: the service worker implements none. */
export type LineValues = { readonly name?: string; readonly count?: number; readonly time?: string };

type Of<K extends PayloadKind> = Extract<Payload, { readonly kind: K }>;
type Line<K extends PayloadKind, F extends object, W extends string> = {
  readonly category: CategoryOf<K>;
  /** True for the kind `call`: the call itself rings, so no notification shows the message. */
  readonly rings?: true;
  /** Facts from which the line is built. Stored, so they are short. */
  facts(payload: Of<K>): F;
  /** Builds the line at the time of drawing, in the reader's language. `locale`: for times and durations, with the reader's region. */
  preview(facts: F, translate: TranslateKey<W>, locale: string): string;
};

const line = <const K extends PayloadKind, F extends object, W extends string = never>(
  kind: K,
  row: Line<K, F, W>,
): Omit<Line<K, F, W>, 'facts'> & { facts(payload: Of<K>): { readonly kind: K } & F } => ({
  ...row,
  facts: (payload) => ({ kind, ...row.facts(payload) }),
});

const TEXT_CHARS = 160;
const short = (body: string) => cutText(body, TEXT_CHARS);
/** Minutes and seconds of a recording, as 0:14, in the digits of the locale. */
function clock(ms: number, locale: string): string {
  const digits = (value: number, minimumIntegerDigits: number) =>
    new Intl.NumberFormat(locale, { minimumIntegerDigits }).format(Math.floor(value));
  return `${digits(ms / 60_000, 1)}:${digits((ms % 60_000) / 1_000, 2)}`;
}
const hourOf = (at: number, locale: string) =>
  new Date(at).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' });

/**
 * For each message kind: its category, the facts that are stored, and how a one-line preview is built from them. A new kind without one
 * does not compile.
 */
export const LINES = {
  text: line('text', {
    category: 'chat',
    facts: ({ body }) => ({ body: short(body) }),
    preview: ({ body }) => body,
  }),
  call: line('call', {
    category: 'call',
    rings: true,
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'call'>) => translate('call'),
  }),
  location: line('location', {
    category: 'chat',
    facts: ({ name }) => ({ name }),
    preview: ({ name }, translate: TranslateKey<'location' | 'somewhere'>) =>
      name === '' ? translate('somewhere') : translate('location', { name }),
  }),
  image: line('image', {
    category: 'chat',
    facts: ({ items, body, payNeed }) => ({ body: short(body), count: items.length, locked: payNeed }),
    preview({ body, count, locked }, translate: TranslateKey<'lockedPhoto' | 'photo' | 'photos'>) {
      if (body !== '') return body;
      if (locked) return translate('lockedPhoto');
      return count === 1 ? translate('photo') : translate('photos', { count });
    },
  }),
  audio: line('audio', {
    category: 'chat',
    facts: ({ ms }) => ({ ms }),
    preview: ({ ms }, translate: TranslateKey<'voice'>, locale) => translate('voice', { time: clock(ms, locale) }),
  }),
  video: line('video', {
    category: 'chat',
    facts: ({ body, ms }) => ({ body: short(body), ms }),
    preview: ({ body, ms }, translate: TranslateKey<'video'>, locale) =>
      body || translate('video', { time: clock(ms, locale) }),
  }),
  system: line('system', {
    category: 'official',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'gemsBack'>) => translate('gemsBack'),
  }),
  sticker: line('sticker', {
    category: 'chat',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'sticker'>) => translate('sticker'),
  }),
  friends_request: line('friends_request', {
    category: 'relation',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'friendsRequest'>) => translate('friendsRequest'),
  }),
  gift: line('gift', {
    category: 'gift',
    facts: ({ count }) => ({ count }),
    preview: ({ count }, translate: TranslateKey<'gift'>) => translate('gift', { count }),
  }),
  short_video: line('short_video', {
    category: 'chat',
    facts: ({ body, payNeed }) => ({ body: short(body), locked: payNeed }),
    preview: ({ body, locked }, translate: TranslateKey<'clip' | 'lockedClip'>) =>
      body || translate(locked ? 'lockedClip' : 'clip'),
  }),
  invite_video: line('invite_video', {
    category: 'call',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'inviteVideo'>) => translate('inviteVideo'),
  }),
  manager_text: line('manager_text', {
    category: 'official',
    facts: ({ body }) => ({ body: short(body) }),
    preview: ({ body }) => body,
  }),
  ask_gift: line('ask_gift', {
    category: 'gift',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'askGift'>) => translate('askGift'),
  }),
  image_with_gift: line('image_with_gift', {
    category: 'gift',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'photoForGift'>) => translate('photoForGift'),
  }),
  official_message: line('official_message', {
    category: 'official',
    facts: ({ body, key }) => ({ body: short(body), key }),
    preview: ({ body }, translate: TranslateKey<'official'>) => body || translate('official'),
  }),
  violate_rule: line('violate_rule', {
    category: 'official',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'violation'>) => translate('violation'),
  }),
  maintenance: line('maintenance', {
    category: 'official',
    facts: ({ state, from }) => ({ state, from }),
    preview({ state, from }, translate: TranslateKey<'maintenance' | 'maintenanceOn' | 'maintenanceOver'>, locale) {
      if (state === 'on') return translate('maintenanceOn');
      return state === 'over' ? translate('maintenanceOver') : translate('maintenance', { time: hourOf(from, locale) });
    },
  }),
  question_answer: line('question_answer', {
    category: 'chat',
    facts: ({ body, to }) => ({ body: short(body), answers: to !== undefined }),
    preview: ({ body, answers }, translate: TranslateKey<'question' | 'answer'>) =>
      body || translate(answers ? 'answer' : 'question'),
  }),
  retraction: line('retraction', { category: 'control', facts: () => ({}), preview: () => '' }),
  correction: line('correction', { category: 'control', facts: () => ({}), preview: () => '' }),
  reaction: line('reaction', { category: 'control', facts: () => ({}), preview: () => '' }),
  story_line_call: line('story_line_call', {
    category: 'call',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'story'>) => translate('story'),
  }),
  attribution_refresh: line('attribution_refresh', { category: 'control', facts: () => ({}), preview: () => '' }),
  add_friend_msg: line('add_friend_msg', {
    category: 'relation',
    facts: () => ({}),
    preview: (_facts, translate: TranslateKey<'friends'>) => translate('friends'),
  }),
} satisfies { readonly [K in PayloadKind]: object };

type LineOf<K extends PayloadKind> = (typeof LINES)[K];
/**
 * Facts of a message from which a preview is built, stored with the conversation; untranslated, so that the preview follows the current
 * language.
 */
export type PreviewFacts =
  | { readonly [K in PayloadKind]: ReturnType<LineOf<K>['facts']> }[PayloadKind]
  | { readonly kind: 'covered' | 'removed' | 'retracted' | 'unsupported' };
type PreviewWord =
  | { readonly [K in PayloadKind]: Parameters<Parameters<LineOf<K>['preview']>[1]>[0] }[PayloadKind]
  | 'covered'
  | 'removed'
  | 'retracted'
  | 'unsupported';
/** Translation function for the keys of all previews. */
export type TranslatePreview = TranslateKey<PreviewWord>;

/** The common type of the rows of `LINES`: TypeScript cannot infer it from the lookup. */
type AnyLine = {
  readonly category: CategoryOf<PayloadKind>;
  readonly rings?: true;
  facts(payload: Payload): PreviewFacts;
  preview(facts: PreviewFacts, translate: TranslatePreview, locale: string): string;
};
/** Returns the row of a kind; undefined for one of a newer build, which the database may contain. */
const lineOf = (kind: string): AnyLine | undefined =>
  Object.hasOwn(LINES, kind) ? (LINES[kind as PayloadKind] as unknown as AnyLine) : undefined;

/** Returns the category of a payload's kind, without its codec. */
export const categoryOf = ({ kind }: Pick<Payload, 'kind'>): CategoryOf<PayloadKind> => LINES[kind].category;

/** Returns the preview facts of a payload, to store with its conversation or to draw now. */
export const factsOfPayload = (payload: Payload): PreviewFacts =>
  lineOf(payload.kind)?.facts(payload) ?? { kind: 'unsupported' };

const COVERS = ['covered', 'removed', 'retracted'] as const;
const isCover = (kind: string): kind is (typeof COVERS)[number] => (COVERS as readonly string[]).includes(kind);

/**
 * Returns the one-line preview of a message in the reader's language, for lists, notifications and kinds without a view. It never reveals
 * covered content, because others may see the screen. `locale`: the reader's language with their region, for times and durations.
 */
export const previewOf = (facts: PreviewFacts, translate: TranslatePreview, locale: string): string =>
  lineOf(facts.kind)?.preview(facts, translate, locale) ?? translate(isCover(facts.kind) ? facts.kind : 'unsupported');

/** Returns whether a notification may show a message with these facts: any but the kind `call`, which rings instead. */
export const isNotified = (facts: PreviewFacts): boolean => lineOf(facts.kind)?.rings !== true;
