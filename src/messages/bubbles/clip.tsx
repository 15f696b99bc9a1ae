import { css } from '@emotion/react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { useWords } from '../../i18n/more.ts';
import { mayPlayClips, playClip, stopClip, useClipPlays } from '../../ui/media/clip-stage.ts';
import { mediaSrc } from '../../ui/media/media-host.ts';
import { portrait } from '../../ui/style/tokens.ts';
import { uploadFor, useBatch } from '../media/use-batch.ts';
import { mediaStyles, placesOf, useShown } from './album.tsx';
import { mediaWidth } from './heights.ts';
import { LockCover } from './lock-cover.tsx';
import { MediaTile } from './media-tile.tsx';
import { TextBubble } from './text.tsx';

const styles = {
  film: css({
    position: 'absolute',
    inset: 0,
    inlineSize: '100%',
    blockSize: '100%',
    objectFit: 'contain',
    backgroundColor: portrait.dark,
  }),
};
/** Fraction of a short clip that must be visible for it to play by itself. */
const IN_SIGHT = 0.6;

type Props = {
  readonly row: MessageRow;
  readonly payload: Extract<Payload, { readonly kind: 'video' | 'short_video' }>;
};

/**
 * Key of a clip in `src/ui/media/clip-stage.ts`, where the clip of a person has the uid as its key. Negative, so that it never equals a
 * uid.
 */
const stageOf = (row: MessageRow) => -(row.id ?? row.date);

/** A clip: its thumbnail until it is played. A short one plays muted in a loop while it is visible, where clips may play by themselves. */
const ClipBubble = ({ row, payload }: Props) => {
  useWords('send');
  const { t } = useTranslation('send');
  const batch = useBatch(row);
  const root = useRef<HTMLDivElement>(null);
  const [playing, setPlaying] = useState(false);
  const stage = stageOf(row);
  const isOpen = payload.url !== '' && payload.thumbUrl !== '';
  const loops = payload.kind === 'short_video' && isOpen && !playing;
  const isOnStage = useClipPlays(stage) && loops;
  const { places, box } = placesOf([payload], mediaWidth(innerWidth));
  const onShown = useShown(row.mid, batch.length > 0, 1);

  useEffect(() => {
    const element = root.current;
    if (!loops || !element || !mayPlayClips()) return;
    const observer = new IntersectionObserver(
      ([entry]) => (entry?.isIntersecting ? playClip(stage) : stopClip(stage)),
      {
        threshold: IN_SIGHT,
      },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      stopClip(stage);
    };
  }, [loops, stage]);

  const src = mediaSrc(payload.url) || undefined;
  const film = playing ? (
    // biome-ignore lint/a11y/useMediaCaption: users' clips have no captions
    <video css={styles.film} src={src} controls autoPlay playsInline onEnded={() => setPlaying(false)} />
  ) : (
    <video css={styles.film} src={src} muted loop autoPlay playsInline aria-hidden="true" tabIndex={-1} />
  );
  const [place] = places;
  return (
    <>
      <div css={mediaStyles.box} style={box} ref={root}>
        {place ? (
          <MediaTile
            mid={row.mid}
            item={{ url: payload.url, thumb: payload.thumbUrl, blur: payload.blur }}
            place={place}
            upload={uploadFor(batch, payload.url)}
            label={t(payload.kind === 'video' ? 'playVideo' : 'playClip')}
            ms={payload.ms}
            onShown={() => onShown(payload.url)}
            {...(isOpen && !playing ? { onOpen: () => setPlaying(true) } : {})}
          >
            {playing || isOnStage ? film : null}
          </MediaTile>
        ) : null}
        <LockCover row={row} />
      </div>
      {payload.body === '' ? null : (
        <div css={mediaStyles.caption}>
          <TextBubble tid={row.tid} body={payload.body} />
        </div>
      )}
    </>
  );
};
export default ClipBubble;
