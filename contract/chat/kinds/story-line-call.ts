import { object, pipe, regex, string } from 'valibot';
import { defineKind } from './kind.ts';
import { attrsOf, KIND_NS, numberIn, uid, whole } from './shapes.ts';

const step = whole(1, 99);

/**
 * Message kind `story_line_call` (type 46): the official service reminds of a recorded story of the host `about`, which ends with a call
 * offer; seen up to `step` of `steps`.
 */
export const storyLineCall = defineKind({
  type: 46,
  kind: 'story_line_call',
  sentBy: 'official',
  isNews: true,
  category: 'call',
  startsAs: 'success',
  schema: object({
    story: pipe(string(), regex(/^[\w-]{1,40}$/)),
    step,
    steps: step,
    cover: pipe(string(), regex(/^\/media\/[0-9a-f]{32}$/)),
    about: uid,
  }),
  write: ({ story, step: at, steps, cover, about }, build) => ({
    body: '',
    children: [build('story', { xmlns: KIND_NS, id: story, step: at, steps, cover, about })],
  }),
  read(_body, x) {
    const { id, step: at, steps, cover, about } = attrsOf(x, 'story');
    return { story: id, step: numberIn(at), steps: numberIn(steps), cover, about: numberIn(about) };
  },
  about: ({ about }) => about,
});
