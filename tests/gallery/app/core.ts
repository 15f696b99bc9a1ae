import type { CoreApi } from '#contract/core.ts';
import type { Result } from '#contract/result.ts';
import { askAge } from '../../../src/core/age.ts';
import type {
  userActions as realActions,
  core as realCore,
  declare as realDeclare,
  drawAccount as realDrawAccount,
  onBadRequest as realOnBadRequest,
} from '../../../src/core/core.ts';
import { type Answers, GALLERY_NOW } from './gallery.ts';

type Value<K extends keyof CoreApi> = Extract<Awaited<ReturnType<CoreApi[K]>>, { readonly ok: true }>['value'];
/** Commands whose success carries a value. */
type Values = { readonly [K in keyof CoreApi as Value<K> extends null ? never : K]: Value<K> };

const VALUES: Values = {
  signIn: { uid: 264_457_900 },
  beginPasskey: {
    challenge: 'YQ',
    rpId: 'localhost',
    userHandle: 'YQ',
    userName: '1',
    displayName: 'Robin',
    known: [],
  },
  beginAssertion: { challenge: 'YQ', rpId: 'localhost' },
  openThread: { tid: 'u_9001' },
  send: { mid: 'u_264457900/gallery' },
  sendMedia: { mid: 'u_264457900/gallery' },
  giveGift: { mid: 'gallery'.padEnd(21, '-'), total: 1 },
  sendText: { mid: 'u_264457900/gallery' },
  forward: { mid: 'u_264457900/gallery' },
  unlock: { gemsBalance: 70 },
  openExclusive: { gemsBalance: 70 },
  readExclusive: { items: [] },
  readHostFacets: { languages: ['de', 'en', 'hi'], countries: ['BR', 'DE', 'IN'], prices: [20, 30, 50, 100] },
  translateDraft: { text: 'Hallo', by: 'phrasebook' },
  callRelays: { servers: [], policy: 'all' },
  writeLock: { locked: false, reason: '', until: 0, left: 5 },
  support: { uid: 1, note: '' },
  readOrder: { payStatus: 'PENDING', againMs: 0 },
  beginCard: { bindId: 'gallery', next: { kind: 'frame', url: 'https://gateway.example/frame/gallery' } },
  saveCard: {},
  refundOrder: {
    record: {
      orderId: 'gallery'.padEnd(21, '-'),
      at: 0,
      payStatus: 'TXN_SUCCESS',
      sku: 'g300',
      gems: 300,
      bonus: 0,
      price: { amountMinor: 289, currency: 'USD' },
      channel: 'card',
      receipt: null,
      reversals: [],
      refundable: null,
    },
  },
  startIdentity: { url: 'https://identity.example/session' },
  startPayoutSetup: { url: 'https://connect.example/session' },
  yearlyStatement: {
    year: 2025,
    details: {
      name: 'Robin Bergmann',
      address: 'Long Street 123, 10115 Berlin',
      country: 'DE',
      taxId: '12345678901',
      birthDate: '1990-01-01',
    },
    account: { holder: 'Robin Bergmann', last4: '3000' },
    before: 0,
    quarters: [1, 2, 3, 4].map((part) => ({
      calls: 2_345 * part,
      bookings: 360,
      gifts: 567,
      media: 89,
      other: -400,
      earnings: 210,
      fees: 2_240,
      requested: 2_000,
      paidGems: 2_000,
      paid: { amountMinor: 1_000, currency: 'USD' },
    })),
    after: 17_914,
  },
  payoutStatement: {
    id: 'gallery'.padEnd(21, '-'),
    gems: 2_000,
    money: { amountMinor: 1_000, currency: 'USD' },
    holder: 'Robin Bergmann',
    last4: '3000',
    state: 'sent',
    requestedAt: GALLERY_NOW,
    stateAt: GALLERY_NOW,
    reference: 'SEPA 4711',
    from: GALLERY_NOW - 604_800_000,
    before: 1_234,
    calls: 2_345,
    bookings: 360,
    gifts: 567,
    media: 89,
    other: -400,
    after: 2_195,
  },
  spendLimits: { limits: [] },
  claimTask: { coins: 20 },
  openLuckyBox: { won: 50 },
  takeIntent: null,
  testRelays: { servers: [], policy: 'all' },
  saveBirthDate: { adult: true },
  recoverAccount: { uid: 264_457_900 },
  readDeletionTerms: { gems: 120, silver: 40, earned: 18, proof: 'password', waitsFor: null },
  deleteAccount: { until: 0 },
  beginMove: { code: 'gallery'.padEnd(22, '-'), until: 0 },
  moveState: { state: 'waiting', choices: [] },
  confirmMove: { state: 'done' },
  lookAtMove: { nickName: 'Robin' },
  claimMove: { digits: '42', until: 0 },
  claimedMove: { state: 'claimed' },
  consent: { v: 1, m: false, a: false, at: 0 },
};
const answerTo = (name: string): unknown => (VALUES as Readonly<Record<string, unknown>>)[name] ?? null;

let answers: Answers = {};
export function answerWith(next: Answers): void {
  answers = next;
}

/** Commands that were called, as JSON of name and arguments. */
const calls: string[] = [];
/** Returns the commands since the last call of this function. */
export const takeCalls = (): readonly string[] => calls.splice(0);

async function answer(name: string, args: readonly unknown[], asksAge: boolean): Promise<Result<unknown>> {
  // JSON keeps a lone surrogate as an escape, which the connection to the test would replace.
  calls.push(JSON.stringify([name, args]));
  const chosen = (answers as Readonly<Record<string, Answers[keyof Answers]>>)[name];
  if (chosen === 'never') return new Promise(() => {});
  // The real core asks for the birth date in this case.
  if (asksAge && chosen && 'code' in chosen && chosen.code === 'age') await askAge();
  if (chosen && 'value' in chosen) return { ok: true, value: chosen.value };
  return chosen ? { ok: false, error: chosen } : { ok: true, value: answerTo(name) };
}

/** Replaces `src/core/core.ts`: every command succeeds and changes nothing, so that a screen depends only on its rows. */
export const core = new Proxy({} as typeof realCore, {
  get:
    (_target, name) =>
    (...args: readonly unknown[]) =>
      answer(String(name), args, false),
});
export const userActions = new Proxy({} as typeof realActions, {
  get:
    (_target, name) =>
    (...args: readonly unknown[]) =>
      answer(String(name), args, true),
});
export const onBadRequest: typeof realOnBadRequest = () => undefined;
export const declare: typeof realDeclare = () => undefined;
export const drawAccount: typeof realDrawAccount = () => undefined;
