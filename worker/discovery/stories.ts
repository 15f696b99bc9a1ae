import { needLogin } from '#contract/errors.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { Epoch } from '../base/epoch.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';

type StoriesPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly epoch: Epoch;
  readonly now: () => number;
  readonly session: () => Promise<SessionRow | undefined>;
};
/** Maximum number of steps, seen but not reported yet (for example offline), that one refresh reports. */
const REPORTS_PER_REFRESH = 5;

/** Fetches stories and records how far the user has seen each. */
export type Stories = {
  refresh(): Promise<Result<null>>;
  /**
   * Records that the user has seen a story up to `step` and reports it to the server; a lower step than the recorded one changes nothing.
   */
  note(storyId: string, step: number): Promise<Result<null>>;
};

/** Creates the fetcher of stories. The step up to which the user has seen a story never decreases, on any device. */
export function createStories({ app, api, epoch, now, session }: StoriesPorts): Stories {
  const rowNow = async () => {
    const row = await app.state.get('stories');
    return row?.key === 'stories' ? row : undefined;
  };

  /** Fetches stories and reports `seen`, then at most `more` further steps: a server that ignores reports is not called endlessly. */
  async function fetchFirst(
    more: number,
    seen?: { readonly storyId: string; readonly step: number },
  ): Promise<Result<null>> {
    const isCurrent = epoch.guard();
    const page = await api.call('stories', seen ? { seen } : {});
    if (!page.ok) return page;
    await app.transaction('rw', app.state, async () => {
      if (!isCurrent() || !(await app.state.get('session'))) return;
      const known = new Map((await rowNow())?.stories.map((story) => [story.storyId, story.seenStep]));
      const stories = page.value.stories.map((story) => ({
        ...story,
        seenStep: Math.max(story.seenStep, known.get(story.storyId) ?? 0),
      }));
      await app.state.put({ key: 'stories', fetchedAt: now(), stories });
    });
    const fetched = page.value.stories;
    const behind = (await rowNow())?.stories.find(({ storyId, seenStep }) =>
      fetched.some((story) => story.storyId === storyId && story.seenStep < seenStep),
    );
    // Steps seen while offline are reported one per call.
    if (behind && more > 0 && isCurrent())
      return fetchFirst(more - 1, { storyId: behind.storyId, step: behind.seenStep });
    return ok(null);
  }

  return {
    refresh: () => fetchFirst(REPORTS_PER_REFRESH),
    async note(storyId, step) {
      const isNew = await app.transaction('rw', app.state, async () => {
        const row = (await session()) ? await rowNow() : undefined;
        const story = row?.stories.find((one) => one.storyId === storyId);
        if (!row || !story || story.seenStep >= step) return row !== undefined;
        const stories = row.stories.map((one) => (one === story ? { ...one, seenStep: step } : one));
        await app.state.put({ ...row, stories });
        return 'further' as const;
      });
      if (isNew === false) return fail(needLogin);
      // A failed report is repeated by the next refresh.
      if (isNew === 'further') void api.call('stories', { seen: { storyId, step } });
      return ok(null);
    },
  };
}
