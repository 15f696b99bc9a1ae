import { object, pipe, regex, string } from 'valibot';
import { privateUrl } from '../../../media/media.ts';
import { VOICE_MAX_LENGTH_MS } from '../../kind-rules.ts';
import { defineKind } from '../kind.ts';
import { KIND_NS, numberIn, whole } from '../shapes.ts';
import { fileAddress, idsIn, itemsIn, mediaId, mediaOf, writeSentItem } from './items.ts';

/** Whether the message was played on this device. */
const local: { readonly played: boolean } = { played: false };

/** Message kind `audio` (type 3): a voice message. `ms`: its length; `wave`: its loudness in 48 windows, one hexadecimal digit each. */
export const audio = defineKind({
  type: 3,
  kind: 'audio',
  sentBy: 'people',
  isNews: true,
  category: 'chat',
  startsAs: 'sending',
  schema: object({
    url: fileAddress,
    ms: whole(1, VOICE_MAX_LENGTH_MS),
    wave: pipe(string(), regex(/^[0-9a-f]{48}$/)),
  }),
  local,
  write: ({ url, ms, wave }, build) => ({ body: '', children: [build('item', { xmlns: KIND_NS, url, ms, wave })] }),
  read(_body, x) {
    const [item] = itemsIn(x);
    return { url: item?.['url'], ms: numberIn(item?.['ms']), wave: item?.['wave'] };
  },
  sent: {
    schema: object({ id: mediaId }),
    read: (_body, x) => ({ id: idsIn(x)[0] }),
    write: ({ url }, build) => ({ body: '', children: [writeSentItem(url, build)] }),
  },
  needs: ({ id }) => ({ media: [id] }),
  complete(facts, { id }) {
    const [sound] = mediaOf(facts, [id], 'sound') ?? [];
    if (!sound?.ms || !sound.wave) return 'foreign-item';
    return { url: privateUrl(sound.id), ms: sound.ms, wave: sound.wave };
  },
  words: () => [],
});
