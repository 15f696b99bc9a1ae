import { expose, wrap } from 'comlink';
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { type Channel, CORE_ADDRESS, channelEndpoint } from '#contract/core-link.ts';
import { onlyCalls } from '../../../../worker/core/port.ts';

/** The number of runs; FUZZ_INPUTS sets another. */
const RUNS = Number(process.env['FUZZ_INPUTS'] ?? 300);

/** A broadcast channel of all tabs and the core: it delivers synchronously, and not to the sender. */
function sharedChannel() {
  const members = new Set<Set<(event: { data: unknown }) => void>>();
  const failures: unknown[] = [];
  return {
    failures,
    join(): Channel {
      const own = new Set<(event: { data: unknown }) => void>();
      members.add(own);
      return {
        postMessage(data) {
          for (const others of members) {
            if (others === own) continue;
            for (const listener of [...others]) {
              try {
                listener({ data });
              } catch (error) {
                failures.push(error);
              }
            }
          }
        },
        addEventListener: (_type, listener) => void own.add(listener),
        removeEventListener: (_type, listener) => void own.delete(listener),
      };
    },
  };
}

function start() {
  const channel = sharedChannel();
  const asked: unknown[][] = [];
  const commands = {
    async sendText(...args: unknown[]) {
      asked.push(args);
      return 'sent';
    },
    async attach(tabId: string, quiet: boolean, ...declared: unknown[]) {
      asked.push([tabId, quiet, ...declared]);
      return 'attached';
    },
  };
  const core = channelEndpoint(channel.join(), CORE_ADDRESS, 'tab');
  expose(commands, onlyCalls(core as never, Object.keys(commands)) as never);
  const honest = wrap<typeof commands>(channelEndpoint(channel.join(), 'tab', CORE_ADDRESS) as never);
  const attacker = channel.join();
  return { ...channel, asked, honest, send: (data: unknown) => attacker.postMessage(data) };
}
/** The arguments of `attach` with one declaration. */
const declaring = (declaration: unknown) => ['tab', false, [declaration]].map((value) => ({ type: 'RAW', value }));
const letter = (data: unknown) => ({ to: CORE_ADDRESS, from: 'tab', data });

afterEach(() => {
  Reflect.deleteProperty(Object.prototype, 'polluted');
  vi.restoreAllMocks();
});

test('a page gets the answer of each command that it calls', async () => {
  const { honest } = start();
  expect(await honest.attach('tab-1', false)).toBe('attached');
  const declared = [{ name: 'look', account: null, args: ['tab-1', true] }];
  expect(await honest.attach('tab-1', false, declared)).toBe('attached');
  expect(await honest.sendText('u_1', 'hi')).toBe('sent');
});

test.each([
  ['assigns to the prototype of everything', { type: 'SET', path: ['__proto__', 'polluted'], value: 1 }],
  ['takes the place of a command', { type: 'SET', path: ['sendText'], value: 1 }],
  ['builds a function', { type: 'APPLY', path: ['sendText', 'constructor'], argumentList: ['return 1'] }],
  ['reads a command', { type: 'GET', path: ['sendText'] }],
  ['asks for a port of its own', { type: 'ENDPOINT', path: [] }],
  ['constructs', { type: 'CONSTRUCT', path: ['attach'], argumentList: [] }],
  ['calls what is no command', { type: 'APPLY', path: ['toString'], argumentList: [] }],
  [
    'throws through a handler',
    { type: 'APPLY', path: ['sendText'], argumentList: [{ type: 'HANDLER', name: 'throw' }] },
  ],
  [
    'declares by another command',
    { type: 'APPLY', path: ['attach'], argumentList: declaring({ name: 'signOut', account: 1, args: [] }) },
  ],
  ['declares no list', { type: 'APPLY', path: ['attach'], argumentList: declaring(7) }],
  ['attaches without a tab id', { type: 'APPLY', path: ['attach'], argumentList: [{ type: 'RAW', value: {} }] }],
])('a port message that %s is ignored', async (_what, message) => {
  const { asked, failures, honest, send } = start();
  const value = 'value' in message ? { value: { type: 'RAW', value: message.value } } : {};
  const list = 'argumentList' in message ? message.argumentList : [];
  const argumentList = list.map((one: unknown) => (typeof one === 'string' ? { type: 'RAW', value: one } : one));
  send(letter({ id: 'x', ...message, ...value, argumentList }));
  expect(await honest.sendText('u_1', 'hi')).toBe('sent');
  expect([asked, failures, ({} as Record<string, unknown>)['polluted']]).toEqual([[['u_1', 'hi']], [], undefined]);
});

test('any data on the channel throws no error, and an honest tab is answered', async () => {
  const { failures, honest, send } = start();
  const names = fc.constantFrom('sendText', 'attach', '__proto__', 'constructor', 'polluted', '', 7);
  const type = fc.constantFrom('GET', 'SET', 'APPLY', 'CONSTRUCT', 'ENDPOINT', 'RELEASED', null, 1);
  const message = fc.record(
    {
      id: fc.oneof(fc.string(), fc.anything()),
      type,
      path: fc.oneof(fc.array(names, { maxLength: 4 }), fc.anything()),
      value: fc.anything(),
      argumentList: fc.oneof(
        fc.array(fc.record({ type: fc.constantFrom('RAW', 'HANDLER', 'PROXY'), name: names, value: fc.anything() })),
        fc.anything(),
      ),
    },
    { requiredKeys: [] },
  );
  const anyLetter = fc.oneof(message.map(letter), fc.anything().map(letter), fc.anything());
  fc.assert(
    fc.property(anyLetter, (data) => {
      send(data);
      expect(failures).toEqual([]);
      expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
  expect(await honest.sendText('u_1', 'hi')).toBe('sent');
});
