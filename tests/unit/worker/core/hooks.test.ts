import { expect, test } from 'vitest';
import { createEpoch } from '../../../../worker/base/epoch.ts';
import type { CorePart } from '../../../../worker/base/part.ts';
import { createHooks } from '../../../../worker/core/hooks.ts';
import type { SessionRow } from '../../../../worker/db/schema.ts';

const ROW = { key: 'session', uid: 1, status: 'active' } as SessionRow;

test('parts learn of a sign-in one after the other, and no more of them once the user has signed out', async () => {
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
  await createHooks(() => parts, epoch).signedIn(ROW);
  expect(learned).toEqual(['first 1', 'second']);
});

test('a core that steps down ends its epoch before its parts, which may end all at once', async () => {
  const epoch = createEpoch();
  const still = epoch.hold();
  const { promise, resolve } = Promise.withResolvers<void>();
  const waits: CorePart = { commands: {}, onStepDown: () => promise };
  const frees: CorePart = { commands: {}, onStepDown: () => resolve() };
  const left = createHooks(() => [waits, frees], epoch).stepDown('drop');
  expect(still()).toBe(false);
  await left;
});
