import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MEASURE_DB } from '../../../../worker/analytics/database.ts';
import { batchOf } from '../../../../worker/analytics/measure.ts';
import { outcomeOf } from '../../../../worker/analytics/sender.ts';
import type { OrderRow } from '../../../../worker/db/payment-rows.ts';
import { collector, type Got, measuring, reopened, waiting } from './setup.ts';

afterEach(() => Dexie.delete(MEASURE_DB));
const LONG = { timeout: 20_000 };

/** A core with consent that has sent nothing yet. */
async function allowed() {
  const to = collector();
  const core = measuring();
  await core.tell({ m: true });
  return { to, ...core };
}
const times = (n: number, run: (nth: number) => void) => Array.from({ length: n }, (_, nth) => run(nth));
const note = ({ part }: Pick<ReturnType<typeof measuring>, 'part'>, n = 1) =>
  times(n, (nth) => part.track('call_end', { kind: 'paid', reason: String(nth), '#duration': nth }));

test('an event has exactly the wire fields, and no user data', async () => {
  const { to, ...core } = await allowed();
  core.part.track('ta_page_show', { screen: 'message', '#url_path': '/message/:tid?' });
  note(core, 6);
  await vi.waitFor(() => expect(to.posts).toHaveLength(1), LONG);
  const [post] = to.posts;
  expect(post?.url).toBe('https://own.example/sync_js');
  expect(post?.form.get('version')).toBe('7');
  const [first, second] = post?.items ?? [];
  expect(first).toMatchObject({ '#type': 'track', '#event_name': 'ta_page_show', '#account_id': '100001' });
  expect(Object.keys(first?.properties ?? {}).toSorted()).toEqual([
    '#browser',
    '#browser_version',
    '#device_id',
    '#lib',
    '#lib_version',
    '#os',
    '#referrer',
    '#screen_height',
    '#screen_width',
    '#system_language',
    '#url_path',
    '#zone_offset',
    'screen',
  ]);
  // A later event has the address of the current screen.
  expect(second?.properties['#url_path']).toBe('/message/:tid?');
  await core.part.onStepDown?.();
});

test.each([
  [0.000_9, 1],
  [0.001, 0],
])('a start with the chance %d reports its environment %i times', async (chance, reports) => {
  vi.spyOn(Math, 'random').mockReturnValue(chance);
  const { to, ...core } = await allowed();
  note(core, 6);
  await vi.waitFor(() => expect(to.names()).toContain('call_end'), LONG);
  expect(to.names().filter((name) => name === 'fingerprint_ping')).toHaveLength(reports);
});

test('names and properties outside the table are dropped', async () => {
  const { to, part } = await allowed();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await part.commands.track('constructor', {});
  await part.commands.track('made_up', {});
  await part.commands.track('login', { way: 'guest', nick: 'Ada' });
  await part.commands.track('login', { way: 'a\uffff' });
  await part.commands.track('ta_page_hide', { screen: 'a', '#duration': 100_000 });
  times(6, () => part.track('check_in', {}));
  await vi.waitFor(() => expect(to.names()).toHaveLength(7), LONG);
  expect(to.posts[0]?.items[0]?.properties['#duration']).toBe(86_400);
  expect(warned).toHaveBeenCalledTimes(4);
  warned.mockRestore();
  await part.onStepDown?.();
});

test('the newest 500 of 540 offline events wait, and 40 are counted as dropped', async () => {
  const { to, ...core } = await allowed();
  to.answerWith(() => 'broken');
  note(core, 300);
  await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(300), LONG);
  note(core, 240);
  await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(500), LONG);
  await vi.waitFor(async () => {
    const { items, meta } = await waiting();
    expect(items[0]?.properties['reason']).toBe('40');
    expect(items.at(-1)?.properties['reason']).toBe('239');
    expect(meta.find(({ key }) => key === 'dropped')).toEqual({ key: 'dropped', full: 40, refused: 0 });
  }, LONG);
  await core.part.onStepDown?.();
});

test('one invalid event of 50 is counted, and the others arrive once', async () => {
  const { to, ...core } = await allowed();
  to.answerWith(() => 'broken');
  note(core, 50);
  await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(50), LONG);
  await core.part.onStepDown?.();
  const taken: Got[] = [];
  const again = collector();
  again.answerWith((items) => {
    expect(items.length).toBeLessThanOrEqual(50);
    if (items.some(({ properties }) => properties['reason'] === '17')) return 400;
    taken.push(...items);
    return 200;
  });
  const next = reopened();
  await next.part.onLead?.();
  await vi.waitFor(async () => expect((await waiting()).items).toEqual([]), LONG);
  expect(new Set(taken.map((item) => item['#uuid'])).size).toBe(49);
  expect(taken).toHaveLength(49);
  expect((await waiting()).meta).toContainEqual({ key: 'dropped', full: 0, refused: 1 });
  await next.part.onStepDown?.();
});

describe('a core that dies', () => {
  /** Simulates a kill: the disk keeps its rows, the memory is lost. */
  const killed = (core: Awaited<ReturnType<typeof allowed>>) => core.to.answerWith(() => new Promise(() => {}));

  test('a core that dies before the write loses only the events of the last half second', async () => {
    const core = await allowed();
    killed(core);
    note(core, 4);
    await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(4), LONG);
    note(core, 3);
    // The dead core does not write the three events. The next core finds the four.
    expect((await waiting()).items).toHaveLength(4);
    await core.part.onStepDown?.();
  });

  test('each event is delivered under one id when the core dies after the write or after the send', async () => {
    const core = await allowed();
    const arrived: string[] = [];
    // The batch has arrived, but its sender gets no response.
    core.to.answerWith((items) => {
      arrived.push(...items.map((item) => item['#uuid']));
      return new Promise(() => {});
    });
    note(core, 8);
    await vi.waitFor(() => expect(arrived).toHaveLength(8), LONG);
    const left = (await waiting()).items.map((item) => item['#uuid']);
    expect(left).toEqual(arrived);
    await core.part.onStepDown?.();
    const again = collector();
    const next = reopened();
    await next.part.onLead?.();
    await vi.waitFor(async () => expect((await waiting()).items).toEqual([]), LONG);
    expect(again.uuids()).toEqual(arrived);
    await next.part.onStepDown?.();
  });
});

test('a sign-out sends once and deletes the events, and the next account has the same device id', async () => {
  const { to, ...core } = await allowed();
  note(core, 2);
  await core.part.onSigningOut?.();
  await vi.waitFor(() => expect(to.names()).toEqual(['call_end', 'call_end']), LONG);
  expect((await waiting()).items).toEqual([]);
  expect((await waiting()).meta.some(({ key }) => key === 'ids')).toBe(true);
  await core.part.onStepDown?.();
});

test('nothing is recorded or sent while paused, and the ids stay', async () => {
  const { to, app, ...core } = await allowed();
  const ids = (await waiting()).meta;
  const config = { key: 'config', googleClientId: '', demo: false, maintenance: false } as const;
  await app.state.put({ ...config, measurePaused: true });
  await vi.waitFor(async () => {
    const before = (await waiting()).items.length;
    note(core);
    expect((await waiting()).items.length).toBe(before);
  }, LONG);
  expect(to.posts).toEqual([]);
  await app.state.put(config);
  await vi.waitFor(() => {
    note(core, 6);
    expect(to.posts.length).toBeGreaterThan(0);
  }, LONG);
  expect((await waiting()).meta.filter(({ key }) => key === 'ids')).toEqual(ids.filter(({ key }) => key === 'ids'));
  await core.part.onStepDown?.();
});

describe('event numbers', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    [undefined, 6],
    [0, 1],
    [1, 1],
    [30, 30],
    [31, 30],
    [2.5, 6],
  ])('a configured batch size of %s becomes %i', (asked, is) => expect(batchOf(asked)).toBe(is));

  test.each([
    ...[200, 204, 299, 304].map((status) => [status, 'taken'] as const),
    ...[400, 413].map((status) => [status, 'refused'] as const),
    ...[500, 503, 599].map((status) => [status, 'broken'] as const),
    ...[301, 403, 404, 429].map((status) => [status, 'busy'] as const),
  ])('the response status %i means %s', (status, outcome) =>
    expect(outcomeOf(status, status === 204 || status === 304 ? '' : '{"code":0}')).toBe(outcome),
  );
});

test('a purchase event has the values of the store and the balance', async () => {
  const { to, app, part } = await allowed();
  await app.state.put({ key: 'account', gemsBalance: 7, paid: false, silverBalance: 0, silverSpent: 0 });
  const row = {
    op: 'o'.repeat(21),
    priceId: 4,
    channel: 'card',
    returnTo: { to: 'store' },
    uid: 5,
    state: 'made',
    pack: { gems: 300, bonus: 0, price: { amountMinor: 1_499, currency: 'USD' } },
    orderId: 'order',
    ticket: '',
    scene: { source: 'wall', root: 'store', storyId: '', step: '', targetJid: 'u_9001@x.test', sid: '' },
    createdAt: 1,
    status: { payStatus: 'TXN_SUCCESS' },
  } as unknown as OrderRow;
  part.orderStep('create', row);
  part.orderStep('result', row);
  // The values are read from the database before the event is recorded.
  await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(2), LONG);
  const { items } = await waiting();
  expect(items.map((item) => item['#event_name'])).toEqual(['order_create', 'order_result']);
  expect(items[1]?.properties).toMatchObject({
    sku: '4',
    price: 14.99,
    source: 'wall',
    root: 'store',
    target_jid: 'u_9001@x.test',
    order_id: 'order',
    my_coins: 7,
    payment_channel: 'card',
    kind: 'TXN_SUCCESS',
  });
  expect(to.posts).toEqual([]);
  await part.onStepDown?.();
});

test('a disk failure does not fail a sign-out', async () => {
  const { app, part } = await allowed();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  app.close();
  await part.onSigningOut();
  expect(warned).toHaveBeenCalled();
  warned.mockRestore();
});

test('messages are recorded by kind, except those of services and own copies', async () => {
  const { chat, part } = await allowed();
  await chat.messages.bulkAdd([
    { mid: 'u_1/a', type: 0, textAction: 'reply' } as never,
    { mid: 'u_1/b', type: 2, textAction: '' } as never,
  ]);
  part.onMessagesSent?.(['u_1/a', 'u_1/b', 'u_1/gone']);
  part.onMessage({ envelope: { type: 13, textAction: '' }, out: false, peer: {} });
  part.onMessage({ envelope: { type: 0, textAction: '' }, out: true, peer: {} });
  part.onMessage({ envelope: { type: 0, textAction: '' }, out: false, peer: { service: 'hub' } });
  await vi.waitFor(async () => expect((await waiting()).items).toHaveLength(3), LONG);
  const noted = (await waiting()).items.map((item) => [
    item['#event_name'],
    item.properties['type'],
    item.properties['reply'],
  ]);
  expect(noted.toSorted()).toEqual([
    ['message_received', 13, false],
    ['message_sent', 0, true],
    ['message_sent', 2, false],
  ]);
  await part.onStepDown?.();
  chat.close();
});
