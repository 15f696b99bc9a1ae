import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { HOST_RULES_VERSION } from '../../../contract/hosting/rules.ts';
import { uploadAnswer } from '../../../contract/media/media.ts';
import { findAct } from '../../../server/domains/operator/acts.ts';
import { perform } from '../../../server/domains/operator/perform.ts';
import { codeOf, fromBase32, stepAt } from '../../../server/domains/operator/totp.ts';
import { auditLedger } from '../../../server/domains/wallet/audit.ts';
import { type OpenDatabase, openDatabase } from '../../../server/platform/database/connect.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import type { User } from '../../harness/api.ts';
import { type CallClient, callClient } from '../../harness/calls/call-client.ts';
import { ACT_CONFIG } from '../../harness/operate.ts';
import { type Backend, startWholeBackend } from '../../harness/servers/backend.ts';
import { picture, uploadName } from '../media/media-files.ts';

let backend: Backend;
let database: OpenDatabase;
let page: string;
beforeAll(async () => {
  const port = await freePort();
  page = `http://127.0.0.1:${port}/operator`;
  backend = await startWholeBackend(inject('postgresUrl'), { env: { DEMO: 'off', OPERATOR_PORT: `${port}` } });
  database = openDatabase(backend.databaseUrl, () => undefined);
});
afterAll(async () => {
  await database?.close();
  await backend?.close();
});

/** The one command: makes an operator, and returns what it shows once. */
async function addOperator(name: string): Promise<{ password: string; codeSecret: Buffer }> {
  const ready = findAct(['operator', 'add'])?.row.read({ name, role: 'admin' });
  if (!ready) throw new Error('no such command');
  const at = { db: database.db, gateway: undefined, config: ACT_CONFIG };
  const { outcome } = await perform(at, ready, { who: 'root@here', reason: 'the first one', yes: true });
  const shown = outcome.secret?.join('\n') ?? '';
  const [, password = ''] = /password: (\S+)/.exec(shown) ?? [];
  const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(shown) ?? [];
  return { password, codeSecret: fromBase32(secret) };
}

/** Signs in to the operator page and returns its actions, each tried, then confirmed by the form that the trial shows. */
async function openPage(name: string) {
  const { password, codeSecret } = await addOperator(name);
  const post = (path: string, form: Readonly<Record<string, string>>, cookie = '') =>
    fetch(`${page}${path}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(form),
      headers: { cookie, origin: new URL(page).origin },
    });
  const signedIn = await post('/sign-in', { name, password, code: codeOf(codeSecret, stepAt(Date.now())) });
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const read = async (path = '') => (await fetch(`${page}${path}`, { headers: { cookie } })).text();
  const send = async (act: string, form: Readonly<Record<string, string>>) => {
    const answer = await post(`/do/${act}`, { ...form, reason: 'the first host' }, cookie);
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${act} was refused: ${text}`);
    return text;
  };
  return {
    read,
    look: send,
    async change(act: string, form: Readonly<Record<string, string>>): Promise<string> {
      const [, key = ''] = /name="form" value="([\w-]{21})"/.exec(await send(act, form)) ?? [];
      return send(act, { ...form, form: key });
    },
  };
}

async function newPerson(): Promise<User> {
  const openId = randomBytes(32).toString('base64url');
  const user = (await backend.call('login', { openId, channel: 'guest' })).userInfo;
  expect(await backend.call('giveAge', { bDay: '1990-01-01' }, user)).toEqual({ adult: true });
  return user;
}

async function portraitOf({ vcToken }: User): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ token: vcToken, filename: uploadName('jpg') })) {
    form.set(name, value);
  }
  form.set('file', new Blob([new Uint8Array(await picture().jpeg().toBuffer())]));
  const answer = await fetch(`${backend.url}/upload`, { method: 'POST', body: form });
  return v.parse(uploadAnswer, await answer.json()).url;
}

/** A call that both sides connect; the caller hangs up at once. Returns the gems that it cost. */
async function talk(caller: CallClient, host: CallClient, callee: number, freeSeconds: number): Promise<number> {
  const shown = { price: 30, freeSeconds, silver: 0 };
  const request = { callee, kind: 'paid', source: '', root: '', shown } as const;
  const { sid } = await caller.hears('SessionRequest', '', request);
  await host.event('Ring', (event) => event.sid === sid);
  await host.hears('CallReady', sid, {});
  await caller.event('PeerAnswered', (event) => event.sid === sid);
  for (const side of [caller, host]) await side.hears('SessionSuccess', sid, {});
  const { receipt } = await caller.hears('SessionTerminate', sid, { reason: 'hangUp', rejectType: '' });
  return receipt?.gems ?? 0;
}

test('a new person becomes a host, sets a price, is called by another, earns and is paid, with one operator on the page and no demo', async () => {
  const operator = await openPage('ina');
  const [host, viewer] = [await newPerson(), await newPerson()];
  expect(await backend.call('hosting', {}, host)).toMatchObject({ state: 'none', host: null });

  const card = { about: 'Maps, mountains and coffee.', country: 'DE', lang: 'de' } as const;
  await backend.call('updateProfile', { ...card, avatarUrl: await portraitOf(host) }, host);
  const applied = await backend.call('applyAsHost', { rulesVersion: HOST_RULES_VERSION }, host);
  expect(applied).toMatchObject({ state: 'submitted', missing: [] });
  expect(await operator.read()).toContain(`/operator/do/host-show?uid=${host.id}`);
  expect(await operator.look('host-show', { uid: `${host.id}` })).toContain(card.about);
  await operator.change('host-accept', { uid: `${host.id}` });
  expect(await backend.call('setHostPrice', { price: 30 }, host)).toMatchObject({ host: { price: 30 } });

  await operator.change('grant', { uid: `${viewer.id}`, currency: 'gems', amount: '100' });
  // A call of a moment is paid, and earnings are paid out at once.
  for (const [key, value] of Object.entries({ fairStartSeconds: '0', payoutHoldDays: '0', payoutMinGems: '10' })) {
    await operator.change('set', { key, value });
  }
  const [theirs, hers] = [callClient(await backend.connect(viewer)), callClient(await backend.connect(host))];
  const isOnline = async () => await backend.call('onlineStatus', { targetJid: [host.jid] }, viewer);
  await expect.poll(isOnline).toEqual({ onlineStatus: [{ jid: host.jid, status: 'online' }] });
  expect(await talk(theirs, hers, host.id, 60)).toBe(0);
  expect(await talk(theirs, hers, host.id, 0)).toBe(30);
  expect((await backend.call('account', { action: 1 }, viewer)).gemsBalance).toBe(70);
  expect((await backend.call('hostStudio', {}, host)).days[0]).toMatchObject({ calls: 18 });

  await backend.call('savePayoutAccount', { holder: 'Ann Host', number: 'DE89 3704 0044 0532 0130 00' }, host);
  const money = { amountMinor: 9, currency: 'USD' } as const;
  const { payouts } = await backend.call('requestPayout', { gems: 18, money }, host);
  const id = payouts[0]?.id ?? '';
  expect(await operator.read()).toContain(`/operator/do/payout-show?id=${id}`);
  await operator.change('payout-approve', { id });
  expect(await operator.look('payout-list', {})).toContain('DE89370400440532013000');
  await operator.change('payout-sent', { id, reference: 'SEPA 1' });
  expect(await backend.call('hostPayouts', {}, host)).toMatchObject({ available: 0, payouts: [{ id, state: 'sent' }] });
  expect(await auditLedger(database.db)).toEqual([]);
  for (const side of [theirs, hers]) side.client.cut();
});
