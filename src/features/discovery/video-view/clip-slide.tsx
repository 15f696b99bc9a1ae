import { css } from '@emotion/react';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardVideo } from '#contract/people/people.ts';
import type { PersonRow } from '#db/schema.ts';
import { playOrMute } from '../../../media/play.ts';
import { mayPlayClips } from '../../../ui/media/clip-stage.ts';
import { mediaSrc } from '../../../ui/media/media-host.ts';
import { Picture } from '../../../ui/media/picture.tsx';
import { portrait, wide } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    blockSize: '100%',
    scrollSnapAlign: 'start',
    scrollSnapStop: 'always',
    overflow: 'hidden',
    display: 'grid',
    placeItems: 'center',
  }),
  stage: css({
    position: 'relative',
    inlineSize: '100%',
    blockSize: '100%',
    overflow: 'hidden',
    [wide]: { inlineSize: 'auto', aspectRatio: '9 / 16', maxInlineSize: '100%' },
    '& video': {
      position: 'absolute',
      inset: 0,
      inlineSize: '100%',
      blockSize: '100%',
      objectFit: 'cover',
    },
  }),
  pause: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    color: portrait.ink,
    '& svg': {
      padding: '22px',
      boxSizing: 'content-box',
      borderRadius: '50%',
      backgroundColor: portrait.glass,
      fill: 'currentColor',
      backdropFilter: 'blur(12px)',
    },
    '&[aria-pressed="true"] svg': { visibility: 'hidden' },
    '&:focus-visible': { outlineOffset: '-6px', outlineColor: portrait.ink },
  }),
};

type Props = {
  readonly clip: CardVideo;
  readonly person: PersonRow;
  readonly label: string;
  readonly current: boolean;
  /** Whether the clip is visible or next to it, so that it is loaded. */
  readonly near: boolean;
  readonly muted: boolean;
  /** Called if the browser allows playback only without sound. */
  readonly onSilenced: () => void;
};

/** One clip at full height. While `current` it plays by itself if `mayPlayClips`, muted if the browser requires that; a tap toggles it. */
export const ClipSlide = ({ clip, person, label, current, near, muted, onSilenced }: Props) => {
  const { t } = useTranslation('profile');
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const silenced = useRef(onSilenced);
  silenced.current = onSilenced;
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (!current) {
      element.pause();
      element.currentTime = 0;
    } else if (mayPlayClips()) void playOrMute(element, () => silenced.current());
  }, [current]);
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    if (element.paused) void playOrMute(element, onSilenced);
    else element.pause();
  };
  return (
    <div css={styles.root} aria-hidden={!current} inert={!current}>
      <div css={styles.stage}>
        <Picture
          uid={person.uid}
          name={person.nickName}
          url={clip.thumbnail || person.avatarUrl}
          sizes="(min-width: 1024px) 50vh, 100vw"
        />
        {near ? (
          <video
            ref={video}
            src={mediaSrc(clip.videoUrl) || undefined}
            aria-label={label}
            muted={muted}
            loop
            playsInline
            preload={current ? 'auto' : 'metadata'}
            onPlay={() => setPlaying(true)}
            onPause={() => setPlaying(false)}
          />
        ) : null}
        <button type="button" css={styles.pause} aria-label={t('view.play')} aria-pressed={playing} onClick={toggle}>
          <Play size={32} aria-hidden="true" />
        </button>
      </div>
    </div>
  );
};
