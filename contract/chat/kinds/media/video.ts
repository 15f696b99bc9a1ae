import { object } from 'valibot';
import { VIDEO_MAX_LENGTH_MS } from '../../kind-rules.ts';
import { defineKind } from '../kind.ts';
import { clipOf, openClip, readClip, writeClip } from './clip.ts';
import { caption, idsIn, mediaId, writeSentItem } from './items.ts';

/** Message kind `video` (type 4): a clip, usually from the library, with a caption; it is always free. */
export const video = defineKind({
  type: 4,
  kind: 'video',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object(openClip(VIDEO_MAX_LENGTH_MS)),
  write: (clip, build) => ({ body: clip.body, children: [writeClip(clip, false, build)] }),
  read: (body, x) => readClip(body, x, false),
  sent: {
    schema: object({ id: mediaId, body: caption }),
    read: (body, x) => ({ id: idsIn(x)[0], body }),
    write: ({ url, body }, build) => ({ body, children: [writeSentItem(url, build)] }),
  },
  needs: ({ id }) => ({ media: [id] }),
  complete: (facts, { id, body }) => clipOf(facts, id, body, VIDEO_MAX_LENGTH_MS, false) ?? 'foreign-item',
});
