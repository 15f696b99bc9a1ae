import { css } from '@emotion/react';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardVideo } from '#contract/people/people.ts';
import type { PersonRow } from '#db/schema.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useEscape } from '../../../ui/dialog/use-escape.ts';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { pressedKey } from '../../../ui/keys.ts';
import { coveredTop, depth, portrait, radius, space, wide } from '../../../ui/style/tokens.ts';
import { ClipActs } from './clip-acts.tsx';
import { ClipSlide } from './clip-slide.tsx';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.screen,
    backgroundColor: portrait.night,
    color: portrait.ink,
    '& button[data-look="bare"]': {
      color: portrait.ink,
      backgroundColor: portrait.glass,
      backdropFilter: 'blur(12px)',
      '&:hover:not(:disabled)': { backgroundColor: portrait.glassHover, color: portrait.ink },
      '&:focus-visible': { outlineColor: portrait.ink },
    },
  }),
  strip: css({
    position: 'absolute',
    inset: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    scrollSnapType: 'block mandatory',
    scrollbarWidth: 'none',
    '&::-webkit-scrollbar': { display: 'none' },
    '&:focus-visible': { outline: 'none' },
  }),
  bar: css({
    position: 'absolute',
    insetBlockStart: coveredTop,
    insetInline: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    padding: space(3),
    pointerEvents: 'none',
    '& > *': { pointerEvents: 'auto' },
  }),
  count: css({
    paddingInline: space(3),
    borderRadius: radius.pill,
    lineHeight: '32px',
    backgroundColor: portrait.glass,
    fontVariantNumeric: 'tabular-nums',
  }),
  steps: css({
    position: 'absolute',
    insetInlineStart: space(5),
    insetBlockStart: '50%',
    transform: 'translateY(-50%)',
    display: 'none',
    gap: space(2),
    [wide]: { display: 'grid' },
  }),
};

type Props = {
  readonly person: PersonRow;
  readonly clips: readonly CardVideo[];
  /** Index of the clip shown first. */
  readonly start: number;
  readonly own: boolean;
  readonly onClose: () => void;
};

/** Clips of a user, one per screen, changed by swiping, keys or buttons; with buttons to call and write. */
export const VideoView = ({ person, clips, start, own, onClose }: Props) => {
  const { t } = useTranslation(['profile', 'common']);
  const strip = useRef<HTMLElement>(null);
  const [at, setAt] = useState(Math.min(start, clips.length - 1));
  const [muted, setMuted] = useState(false);

  const show = (index: number, behavior: ScrollBehavior) => {
    const box = strip.current;
    box?.scrollTo({ top: index * box.clientHeight, behavior });
  };
  const turn = (step: number) => {
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    show(Math.min(clips.length - 1, Math.max(0, at + step)), calm ? 'instant' : 'smooth');
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: sets the initial position only
  useEffect(() => {
    show(at, 'instant');
    strip.current?.focus();
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressedKey(event) === 'm' && !event.defaultPrevented) setMuted((now) => !now);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEscape(onClose);
  const onScroll = () => {
    const box = strip.current;
    if (box) setAt(Math.round(box.scrollTop / box.clientHeight));
  };
  const title = t('clip', { number: at + 1, total: clips.length });
  return (
    <div css={styles.root}>
      <section
        css={styles.strip}
        ref={strip}
        aria-label={t('view.title', { name: person.nickName })}
        tabIndex={-1}
        onScroll={onScroll}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 }[pressedKey(event)];
          if (step === undefined) return;
          event.preventDefault();
          turn(step);
        }}
      >
        {clips.map((clip, index) => (
          <ClipSlide
            key={clip.videoUrl}
            clip={clip}
            person={person}
            label={t('clip', { number: index + 1, total: clips.length })}
            current={index === at}
            near={Math.abs(index - at) <= 1}
            muted={muted}
            onSilenced={() => setMuted(true)}
          />
        ))}
      </section>
      <header css={styles.bar}>
        <IconButton label={t('common:close')} onClick={onClose}>
          <X size={22} />
        </IconButton>
        <span css={styles.count} role="status" aria-label={title}>
          {formatNumber(at + 1)} / {formatNumber(clips.length)}
        </span>
      </header>
      {clips.length > 1 ? (
        <div css={styles.steps}>
          <IconButton label={t('previous')} disabled={at === 0} onClick={() => turn(-1)}>
            <ChevronUp size={24} />
          </IconButton>
          <IconButton label={t('next')} disabled={at === clips.length - 1} onClick={() => turn(1)}>
            <ChevronDown size={24} />
          </IconButton>
        </div>
      ) : null}
      <ClipActs person={person} own={own} muted={muted} onMute={() => setMuted(!muted)} />
    </div>
  );
};
