import type { InferInput } from 'valibot';
import { isTextLanguage } from '../contract/chat/text-languages.ts';
import type { storySteps } from '../contract/discovery/stories.ts';
import { HOUR_MS } from '../contract/durations.ts';
import { mediaUrl } from '../contract/media/media.ts';
import { demoMediaId } from '../server/domains/media/store.ts';
import { story } from '../server/domains/stories/tables.ts';
import type { Database } from '../server/platform/database/connect.ts';
import { DEMO_ANCHORS } from './accounts/people.ts';
import { wordsOf } from './hosts/phrases.ts';

const STORIES = 8;

const urlOf = (file: string) => mediaUrl(demoMediaId(file));

/** The story of a demo host in its language: sentences, pictures and a video, with a choice in the middle and a call at the end. */
export function storyOf(uid: number, lang: string): InferInput<typeof storySteps> {
  const { hello, talk, greet, question, who } = wordsOf(isTextLanguage(lang) ? lang : 'en');
  const [near, far] = [urlOf(`${uid}-2.webp`), urlOf(`${uid}-3.webp`)];
  const [more, , , same, fun, call] = talk;
  return [
    { step: 1, kind: 'line', poster: near, words: hello[0] },
    { step: 2, kind: 'clip', url: urlOf(`${uid}.mp4`), poster: urlOf(`${uid}.webp`) },
    {
      step: 3,
      kind: 'choice',
      poster: far,
      words: greet.profile[1],
      options: [
        { words: more ?? '', to: 4 },
        { words: same ?? '', to: 5 },
      ],
    },
    { step: 4, kind: 'line', poster: near, words: who[0] },
    { step: 5, kind: 'line', poster: far, words: fun ?? question[0] },
    { step: 6, kind: 'call', poster: urlOf(`${uid}.webp`), words: call ?? hello[1] },
  ];
}

/** Adds missing stories of the first eight demo hosts. Called at server start after `importPortraits`, whose pictures the stories show. */
export async function seedStories(db: Database): Promise<void> {
  const rows = DEMO_ANCHORS.slice(0, STORIES).map(({ uid, lang }, index) => ({
    id: `demo-${uid}`,
    anchorUid: uid,
    cover: urlOf(`${uid}.webp`),
    steps: storyOf(uid, lang),
    createdAt: new Date(Date.now() - index * HOUR_MS),
  }));
  await db.insert(story).values(rows).onConflictDoNothing();
}
