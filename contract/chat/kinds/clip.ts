import type xml from '@xmpp/xml';
import type { Element } from '@xmpp/xml';
import { literal } from 'valibot';
import type { KindFacts } from '../facts.ts';
import { blur, caption, itemsIn, mediaOf, privateUrl, size, urlOf } from './items.ts';
import { KIND_NS, numberIn, whole } from './shapes.ts';

/** The clip of a `video` or `short_video`. The addresses are empty while it is locked. */
export type Clip = {
  readonly url: string;
  readonly thumbUrl: string;
  readonly w: number;
  readonly h: number;
  readonly ms: number;
  readonly blur: string;
  readonly body: string;
};

/** Fields of an unlocked clip of up to `maxMs`. */
export const openClip = (maxMs: number) => ({
  url: privateUrl,
  thumbUrl: privateUrl,
  ...size,
  ms: whole(1, maxMs),
  blur,
  body: caption,
});
/** Fields of a locked clip, without addresses. */
export const lockedClip = (maxMs: number) => ({ ...openClip(maxMs), url: literal(''), thumbUrl: literal('') });

/** Reads the clip of a message; the schema of its kind validates the result. */
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

export const writeClip = ({ url, thumbUrl, w, h, ms, blur }: Clip, isLocked: boolean, build: typeof xml): Element =>
  build('item', { xmlns: KIND_NS, ...(isLocked ? {} : { url, thumb: thumbUrl }), w, h, ms, blur });

/** Returns the clip from the facts; undefined if the sender does not own it or it is too long. */
export function clipOf(facts: KindFacts, id: string, body: string, maxMs: number, isLocked: boolean): Clip | undefined {
  const [found] = mediaOf(facts, [id], 'clip') ?? [];
  if (!found?.ms || found.ms > maxMs) return undefined;
  const { w, h, ms, posterId } = found;
  return isLocked
    ? { url: '', thumbUrl: '', w, h, ms, blur: found.lockBlur, body }
    : { url: urlOf(found.id), thumbUrl: urlOf(posterId ?? found.id), w, h, ms, blur: found.blur, body };
}
