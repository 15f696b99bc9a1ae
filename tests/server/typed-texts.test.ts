import { nanoid } from 'nanoid';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Output } from '../../contract/api/endpoint.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import { loadPersonalKey, openFor } from '../../server/domains/hosting/personal-data.ts';
import { startApi, type TestApi, type User } from '../harness/api.ts';
import { startIdentityProvider } from '../harness/identity.ts';
import { temporaryFolder } from '../harness/temporary.ts';
import { writtenTexts } from '../harness/texts/schema-texts.ts';
import { SAMPLES } from '../harness/texts/written-words.ts';

const YEAR = new Date().getUTCFullYear();
let api: TestApi;
let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let personalKey: Buffer;
beforeAll(async () => {
  provider = await startIdentityProvider();
  const dataDir = temporaryFolder('typed-texts');
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir, ...provider.env });
  personalKey = loadPersonalKey(dataDir);
});
afterAll(async () => {
  await api?.close();
  await provider?.close();
});

type Reply = { readonly status: number; readonly msg: string; readonly data: unknown };
/** A field of a request: the request with a text in it, and how the stored text is read. `undefined`: it is not stored. */
type TextField = {
  send(text: string, user: User): Promise<Reply>;
  read?(user: User, reply: Reply): Promise<unknown>;
  /** The field has one line: line breaks and tabs are stored as spaces. */
  isLine?: true;
};

const call = (name: EndpointName, dataOf: (text: string) => object) => ({
  send: (text: string, user: User): Promise<Reply> => api.call(name, dataOf(text), { user }),
});
/** The profile as the server stored it, in the answer to its change. */
const profileIn = ({ data }: Reply) => data as Output<Endpoints['updateProfile']>;
const profileField = (field: 'nickName' | 'about' | 'tel' | 'email' | 'address'): TextField => ({
  ...call('updateProfile', (text) => ({ [field]: text })),
  read: async (_user, reply) => profileIn(reply)[field],
});
const complaint = (name: 'report' | 'support'): TextField => ({
  // Each about another message: the same complaint again would change the note of the first.
  ...call(name, (note) => ({ targetUid: 9_001, reason: 'spam', note, mid: nanoid() })),
  read: async (_user, { data }) => {
    const { ticket } = data as { readonly ticket: string };
    return (await api.pool.query('select note from report where ticket = $1', [ticket])).rows[0]?.note;
  },
});
const TAX = { name: 'Ann Host', address: 'Main Street 5', country: 'DE', taxId: '123456', birthDate: '1990-01-01' };
const taxField = (field: 'name' | 'address'): TextField => ({
  ...call('saveTaxDetails', (text) => ({ ...TAX, [field]: text })),
  read: async (user) => (await api.call('yearlyStatement', { year: YEAR }, { user })).data.details?.[field],
});
const translated = async (_user: User, { data }: Reply) =>
  [(data as { readonly translatedText: unknown }).translatedText].flat()[0];
const emailProof = { proof: {} };

/** Each field that takes what a user writes. */
const FIELDS: Readonly<Record<string, TextField>> = {
  'updateProfile.nickName': profileField('nickName'),
  'updateProfile.about': profileField('about'),
  'updateProfile.tel': profileField('tel'),
  'updateProfile.email': profileField('email'),
  'updateProfile.address': profileField('address'),
  'updateProfile.settings.savedReplies[]': {
    ...call('updateProfile', (text) => ({ settings: { savedReplies: [text] } })),
    read: async (_user, reply) => profileIn(reply).settings.savedReplies[0] ?? '',
  },
  'updateProfile.settings.viewerNotes{}': {
    ...call('updateProfile', (text) => ({ settings: { viewerNotes: { u_9001: text } } })),
    read: async (_user, reply) => profileIn(reply).settings.viewerNotes['u_9001'] ?? '',
  },
  'beginRecoveryEmail.address': call('beginRecoveryEmail', (address) => ({ address, ...emailProof })),
  'beginRecovery.address': call('beginRecovery', (address) => ({ address })),
  'recoverAccount.address': call('recoverAccount', (address) => ({ address, code: '00000000', passwd: 'x' })),
  'findAnchors.name': call('findAnchors', (name) => ({ sort: 'hot', name })),
  'report.note': complaint('report'),
  'support.note': complaint('support'),
  'translate.sourceText': {
    ...call('translate', (sourceText) => ({ targetLang: 'en', sourceText })),
    read: translated,
  },
  'translate.sourceText[]': {
    ...call('translate', (text) => ({ targetLang: 'en', sourceText: [text] })),
    read: translated,
  },
  'startIdentity.name': {
    ...call('startIdentity', (name) => ({ name })),
    read: async ({ id }) => {
      const { rows } = await api.pool.query('select sealed_name from host_identity where uid = $1', [id]);
      return (openFor(personalKey, id, rows[0].sealed_name) as { readonly name: string }).name;
    },
    isLine: true,
  },
  'saveTaxDetails.name': { ...taxField('name'), isLine: true },
  'saveTaxDetails.address': taxField('address'),
  'savePayoutAccount.holder': {
    ...call('savePayoutAccount', (holder) => ({ holder, number: 'DE89370400440532013000' })),
    read: async (user) => (await api.call('hostPayouts', {}, { user })).data.account?.holder,
    isLine: true,
  },
};

/** Searches and translations, which are not stored, take any text; so do addresses that must exist. */
const NOT_STORED = /^(findAnchors|translate)\./;
/**
 * A refusal that names the field. As a request to `support` without a complaint is valid too, some refusals of a complaint name the whole
 * body.
 */
const ownRefusal = (path: string) =>
  path === 'support.note' ? /^(note|body):/ : new RegExp(/([a-zA-Z]+)(\[\]|\{\})?$/.exec(path)?.[1] ?? path);

async function newHost(): Promise<User> {
  const user = await api.guest();
  await api.pool.query(
    'with made as (update account set role = 3 where uid = $1) insert into anchor (uid, price) values ($1, 30)',
    [user.id],
  );
  return user;
}

/** Sends a text to a field, and returns what is stored, or the reason of the refusal. */
async function outcomeOf(path: string, text: string, user: User) {
  const field = FIELDS[path];
  const reply = await field?.send(text, user);
  if (!field || !reply) throw new RangeError(`no request for ${path}`);
  expect([text, reply.msg, reply.status === 200 || reply.status === 400]).toEqual([text, reply.msg, true]);
  if (reply.status !== 200) return { refusal: reply.msg };
  return { stored: await field.read?.(user, reply) };
}

/** A text as a field stores it: composed (NFC), without white space around it. */
const asStored = (path: string, text: string) =>
  (FIELDS[path]?.isLine ? text.replace(/\s+/g, ' ') : text).normalize('NFC').trim();

test('each field that takes what a user writes has a request', () => {
  expect(Object.keys(FIELDS)).toEqual(writtenTexts.map(([path]) => path));
});

test.each(Object.keys(FIELDS))('the server stores a text as typed, or refuses it by the field: %s', async (path) => {
  const user = await newHost();
  const expectOwn = (refusal: string | undefined) => expect(refusal).toMatch(ownRefusal(path));
  for (const text of [...SAMPLES.typed, ...SAMPLES.long, 'Main Street 5\n10115 Berlin']) {
    const { refusal, stored } = await outcomeOf(path, text, user);
    if (refusal !== undefined) expectOwn(refusal);
    else if (FIELDS[path]?.read) expect([text, String(stored).normalize('NFC')]).toEqual([text, asStored(path, text)]);
  }
  for (const text of SAMPLES.directed) {
    const { refusal, stored } = await outcomeOf(path, text, user);
    if (refusal !== undefined) expectOwn(refusal);
    else if (FIELDS[path]?.read)
      expect([asStored(path, text), text.replace(/\p{Bidi_Control}/gu, '').trim()]).toContain(stored);
  }
  for (const text of SAMPLES.blank) {
    const { refusal, stored } = await outcomeOf(path, text, user);
    if (refusal !== undefined) expectOwn(refusal);
    else if (!NOT_STORED.test(path)) expect([text, stored]).toEqual([text, '']);
  }
  for (const text of SAMPLES.unreadable) {
    const { refusal } = await outcomeOf(path, text, user);
    if (!/^translate\./.test(path)) expectOwn(refusal);
  }
});
