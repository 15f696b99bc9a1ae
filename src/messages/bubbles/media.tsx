import type { ReactNode } from 'react';
import type { Payload } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { Lazy, type LazyPart, partOf, renderNothing } from '../../ui/lazy.tsx';
import { heightOfMedia, type MediaPayload, widthOfMedia } from './heights.ts';

type Of<K extends Payload['kind']> = Extract<Payload, { readonly kind: K }>;
type MediaBubble<P extends MediaPayload> = {
  readonly draw: (payload: P, tid: string, row: MessageRow) => ReactNode;
  readonly height: (payload: P) => number;
};

/** Creates a bubble whose component is loaded with the first bubble of its kind. Until then its placeholder has the final size. */
const bubble = <P extends MediaPayload>(
  part: LazyPart<{ readonly row: MessageRow; readonly payload: P }>,
): MediaBubble<P> => ({
  draw: (payload, _tid, row) => (
    <div style={{ minBlockSize: heightOfMedia(payload, innerWidth), minInlineSize: widthOfMedia(payload, innerWidth) }}>
      <Lazy part={part} with={{ row, payload }} missing={renderNothing} />
    </div>
  ),
  height: (payload) => heightOfMedia(payload, innerWidth),
});

const album = bubble<Of<'image' | 'image_with_gift'>>(partOf(() => import('./album.tsx')));
const clip = bubble<Of<'video' | 'short_video'>>(partOf(() => import('./clip.tsx')));
const audio = bubble<Of<'audio'>>(partOf(() => import('./audio.tsx')));
const location = bubble<Of<'location'>>(partOf(() => import('./location.tsx')));

/** Bubbles of messages with files, and of locations. */
export const MEDIA_BUBBLES = {
  image: album,
  image_with_gift: album,
  video: clip,
  short_video: clip,
  audio,
  location,
} as const;
