import { expect, test, vi } from 'vitest';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import type { CorePart } from '../../../../worker/base/part.ts';
import type { StreamHooks } from '../../../../worker/chat/chat.ts';
import type { LiveStream } from '../../../../worker/chat/live.ts';
import { createHooks } from '../../../../worker/core/hooks.ts';
import type { SessionRow } from '../../../../worker/db/schema.ts';
import type { Stream } from '../../../../worker/xmpp/dial.ts';

/** Hooks whose retries a test runs. */
function hooksOf(parts: readonly CorePart[], epoch = createEpoch(), isActingFor = (_uid: number) => true) {
  const failures: unknown[] = [];
  const waits: number[] = [];
  const retries: (() => void)[] = [];
  const hooks = createHooks(() => parts, epoch, {
    isActingFor,
    onStartFailure: (error) => void failures.push(error),
    later(ms, run) {
      waits.push(ms);
      retries.push(run);
    },
  });
  const retry = async () => {
    for (const run of retries.splice(0)) run();
    // The hooks run asynchronously.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { hooks, failures, waits, retry };
}

const ROW = { key: 'session', uid: 1, status: 'active' } as SessionRow;

test('the modules of a core get a sign-in one after the other, and no further one after a sign-out', async () => {
  const epoch = createEpoch();
  const learned: string[] = [];
  const parts: CorePart[] = [
    { commands: {}, onSignedIn: async ({ uid }) => void learned.push(`first ${uid}`) },
    { commands: {} },
    {
      commands: {},
      async onSignedIn() {
        learned.push('second');
        epoch.end();
      },
    },
    { commands: {}, onSignedIn: () => void learned.push('third') },
  ];
  await hooksOf(parts, epoch).hooks.signedIn(ROW);
  expect(learned).toEqual(['first 1', 'second']);
});

test('a core that steps down ends its epoch before its modules, which may end concurrently', async () => {
  const epoch = createEpoch();
  const still = epoch.guard();
  const { promise, resolve } = Promise.withResolvers<void>();
  const waits: CorePart = { commands: {}, onStepDown: () => promise };
  const frees: CorePart = { commands: {}, onStepDown: () => resolve() };
  const left = hooksOf([waits, frees], epoch).hooks.stepDown('drop');
  expect(still()).toBe(false);
  await left;
});

test.each(['lead', 'signedIn', 'upkeep'] as const)(
  'a core module that throws in the hook %s does not block others, and is retried until it works',
  async (step) => {
    const done: string[] = [];
    let failsLeft = 3;
    const failing = async () => {
      failsLeft -= 1;
      if (failsLeft >= 0) throw new Error('the database');
      done.push('first');
    };
    const other = async () => void done.push('second');
    const partOf = (run: () => Promise<void>): CorePart => {
      const hookOf = { lead: { onLead: run }, signedIn: { onSignedIn: run }, upkeep: { upkeep: [run] } };
      return { commands: {}, ...hookOf[step] };
    };
    const { hooks, failures, waits, retry } = hooksOf([partOf(failing), partOf(other)]);
    await (step === 'signedIn' ? hooks.signedIn(ROW) : hooks[step]());
    expect(done).toEqual(['second']);
    for (let again = 0; again < 4; again += 1) await retry();
    expect([done, failures.length, waits]).toEqual([['second', 'first'], 3, [1_000, 2_000, 4_000]]);
  },
);

test('a failed sign-in hook is not retried after a sign-out, and no hook is after the core stepped down', async () => {
  const epoch = createEpoch();
  let tries = 0;
  const failing = async () => {
    tries += 1;
    throw new Error('the database');
  };
  const { hooks, retry } = hooksOf([{ commands: {}, onSignedIn: failing }], epoch);
  await hooks.signedIn(ROW);
  epoch.end();
  await retry();
  expect(tries).toBe(1);
  await hooks.attempt(failing);
  await hooks.stepDown('drop');
  await retry();
  expect(tries).toBe(2);
});

test('a core module that throws at a sign-out does not block the end of others', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const ended: string[] = [];
  const failing: CorePart = { commands: {}, onSigningOut: () => Promise.reject(new Error('the database')) };
  const other: CorePart = { commands: {}, onSigningOut: () => void ended.push('other') };
  await hooksOf([failing, other]).hooks.signingOut();
  expect(ended).toEqual(['other']);
});

test('a part gets nothing of a stream whose account has signed out', async () => {
  let acting = 1;
  const heard: string[] = [];
  const part: CorePart = {
    commands: {},
    onMessage: () => heard.push('message'),
    onMessagesSent: () => heard.push('sent'),
    onMessageRefused: () => heard.push('refused'),
    onCaughtUp: () => heard.push('caught up'),
    onRefreshAttribution: () => heard.push('attribution'),
    onPush: () => heard.push('push') > 0,
  };
  const { hooks } = hooksOf([part], createEpoch(), (uid) => uid === acting);
  let stream: StreamHooks | undefined;
  const talk = {
    async goLive(_stream: unknown, _row: unknown, given: StreamHooks) {
      stream = given;
      return {} as LiveStream;
    },
  };
  await hooks.goLive(talk)({ jid: 'u_1@x/a' } as Stream, ROW, () => undefined);
  const hear = () => {
    stream?.onMessage({} as never);
    stream?.onSent(['m']);
    stream?.onRefused('m');
    stream?.onCaughtUp?.();
    stream?.onRefreshAttribution('r');
    return stream?.onPush({} as never);
  };
  expect(hear()).toBe(true);
  expect(heard.splice(0)).toEqual(['message', 'sent', 'refused', 'caught up', 'attribution', 'push']);
  acting = 2;
  // A stanza of another account is taken, so that no part reads it as something else.
  expect(hear()).toBe(true);
  expect(heard).toEqual([]);
});

test('a part learns once that its stream has ended when the stream is lost, and also when it is closed without a loss', async () => {
  const learned: string[] = [];
  const part: CorePart = {
    commands: {},
    onStreamUp: ({ jid }) => learned.push(`up ${jid}`),
    onStreamDown: () => learned.push('down'),
  };
  const { hooks } = hooksOf([part]);
  let lose: StreamHooks['onLost'] = () => undefined;
  const talk = {
    async goLive(_stream: unknown, _row: unknown, given: StreamHooks) {
      lose = given.onLost;
      return { close: async () => void learned.push('closed') } as unknown as LiveStream;
    },
  };
  const open = (jid: string) => hooks.goLive(talk)({ jid } as Stream, ROW, () => undefined);
  const first = await open('u_1@x/a');
  lose('disconnected');
  await first.close('drop');
  // The server did not answer a ping, so the runner closes the stream.
  const second = await open('u_1@x/b');
  await second.close('drop');
  const third = await open('u_1@x/c');
  await second.close('drop');
  await third.close('leave');
  const both = ['down', 'closed'];
  expect(learned).toEqual(['up u_1@x/a', ...both, 'up u_1@x/b', ...both, 'up u_1@x/c', 'closed', ...both]);
});

test('failed start tasks run at once when the core retries them, and not a second time when their pause ends', async () => {
  let runs = 0;
  const { hooks, retry } = hooksOf([]);
  await hooks.attempt(async () => {
    runs += 1;
    if (runs === 1) throw new Error('the database');
  });
  hooks.retryNow();
  expect(runs).toBe(2);
  await retry();
  expect(runs).toBe(2);
});
