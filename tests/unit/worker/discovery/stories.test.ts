import { expect, test } from 'vitest';
import type { StoryItem } from '#contract/discovery/stories.ts';
import { createStories } from '../../../../worker/discovery/stories.ts';
import { session } from '../support/databases.ts';
import { host, serverOf, signedIn } from '../support/people.ts';

const story = (uid: number, seenStep = 0): StoryItem => ({
  storyId: `s-${uid}`,
  anchor: { ...host(uid), avatarBlur: '', takesCalls: true },
  cover: '',
  blur: '',
  seenStep,
  steps: [1, 2, 3].map((step) => ({ step, kind: 'line', url: '', poster: '', words: `${step}`, options: [] })),
});
type Seen = { readonly storyId: string; readonly step: number };

/** A server that stores the progress of the user, unless `learns` is false. */
async function setUp({ learns = true, online = true } = {}) {
  const { app, epoch } = await signedIn();
  const seen = new Map<string, number>();
  const net = { online };
  const { api, asked } = serverOf({
    stories: (data) => {
      if (!net.online) return undefined;
      const told = data['seen'] as Seen | undefined;
      if (told && learns) seen.set(told.storyId, Math.max(told.step, seen.get(told.storyId) ?? 0));
      return { stories: [1, 2].map((uid) => story(uid, seen.get(`s-${uid}`))), nextCursor: '' };
    },
  });
  const stories = createStories({ app, api, epoch, now: () => 5, session: async () => session });
  const steps = async () => {
    const row = await app.state.get('stories');
    return row?.key === 'stories' ? row.stories.map(({ seenStep }) => seenStep) : undefined;
  };
  return { app, epoch, stories, asked, steps, seen, net };
}

test('stories are stored with the progress of the user, and the server gets each further step', async () => {
  const { stories, steps, seen } = await setUp();
  await stories.refresh();
  expect(await steps()).toEqual([0, 0]);
  expect(await stories.note('s-1', 2)).toEqual({ ok: true, value: null });
  expect(await stories.note('s-1', 1)).toEqual({ ok: true, value: null });
  expect(await steps()).toEqual([2, 0]);
  expect([...seen]).toEqual([['s-1', 2]]);
});

test('progress from another device or from an offline step is not lost', async () => {
  const { stories, steps, seen, net, asked } = await setUp();
  await stories.refresh();
  net.online = false;
  await stories.note('s-1', 3);
  await stories.note('s-2', 1);
  net.online = true;
  seen.set('s-2', 2);
  expect(await stories.refresh()).toEqual({ ok: true, value: null });
  expect(await steps()).toEqual([3, 2]);
  expect([...seen]).toEqual([
    ['s-2', 2],
    ['s-1', 3],
  ]);
  expect(asked.at(-1)).toEqual(['stories', { seen: { storyId: 's-1', step: 3 } }]);
});

test('a server that does not store progress gets a few retries, not endlessly', async () => {
  const { stories, asked, steps } = await setUp({ learns: false });
  await stories.refresh();
  await stories.note('s-1', 3);
  await stories.refresh();
  expect(await steps()).toEqual([3, 0]);
  expect(asked.length).toBeLessThan(10);
});

test('a response after a sign-out is not stored', async () => {
  const { app, stories, epoch } = await setUp();
  const asking = stories.refresh();
  epoch.end();
  await asking;
  expect(await app.state.get('stories')).toBeUndefined();
});
