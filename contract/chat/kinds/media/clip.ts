import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { literal } from 'valibot';
import { privateUrl } from '../../../media/media.ts';
import type { KindFacts } from '../../facts.ts';
import { KIND_NS, numberIn, whole } from '../shapes.ts';
import { blur, caption, fileAddress, itemsIn, mediaOf, size } from './items.ts';

/** The clip of a `video` or `short_video` in the server form. The addresses are empty while it is locked; `body` is the caption. */
export type Clip = {
  readonly url: string;
  readonly thumbUrl: string;
  readonly w: number;
  readonly h: number;
  readonly ms: number;
  readonly blur: string;
  readonly body: string;
};

/** Schema fields of an unlocked clip of up to `maxMs`. */
export const openClip = (maxMs: number) => ({
  url: fileAddress,
  thumbUrl: fileAddress,
  ...size,
  ms: whole(1, maxMs),
  blur,
  body: caption,
});
/** Schema fields of a locked clip of up to `maxMs`, without addresses. */
export const lockedClip = (maxMs: number) => ({ ...openClip(maxMs), url: literal(''), thumbUrl: literal('') });

/** Reads the clip of a message in the server form; the schema of its kind then validates the result. */
export function readClip(body: string, x: Element, isLocked: boolean) {
  const item = itemsIn(x)[0] ?? {};
  return {
    url: isLocked ? '' : item['url'],
    thumbUrl: isLocked ? '' : item['thumb'],
    w: numberIn(item['w']),
    h: numberIn(item['h']),
    ms: numberIn(item['ms']),
    blur: item['blur'],
    body,
  };
}

/** Writes the `item` element of a clip in the server form, without its addresses if it is locked. */
export const writeClip = ({ url, thumbUrl, w, h, ms, blur }: Clip, isLocked: boolean, build: typeof xml): Element =>
  build('item', { xmlns: KIND_NS, ...(isLocked ? {} : { url, thumb: thumbUrl }), w, h, ms, blur });

/**
 * Builds the server form of a clip from what the edge looked up about file `id` (`KindFacts`); `body`: caption. A locked clip has no URLs
 * and a stronger blur. Undefined if the sender does not own the file, or it is no clip of up to `maxMs`.
 */
export function clipOf(facts: KindFacts, id: string, body: string, maxMs: number, isLocked: boolean): Clip | undefined {
  const [found] = mediaOf(facts, [id], 'clip') ?? [];
  if (!found?.ms || found.ms > maxMs) return undefined;
  const { w, h, ms, posterId } = found;
  return isLocked
    ? { url: '', thumbUrl: '', w, h, ms, blur: found.lockBlur, body }
    : { url: privateUrl(found.id), thumbUrl: privateUrl(posterId ?? found.id), w, h, ms, blur: found.blur, body };
}
