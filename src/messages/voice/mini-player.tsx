import { css } from '@emotion/react';
import { Pause, Play, X } from 'lucide-react';
import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { useTranslation } from 'react-i18next';
import { useInCall } from '../../data/calls/use-in-call.ts';
import { useThread } from '../../data/threads.ts';
import { formatClock, formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { nameOf } from '../../i18n/official.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { color, coveredTop, depth, radius, size, space } from '../../ui/style/tokens.ts';
import { changeRate, closeVoice, pauseVoice, resumeVoice, useVoice } from './player.ts';

const styles = {
  root: css({
    position: 'fixed',
    zIndex: depth.strip,
    insetBlockStart: `calc(${coveredTop} + 68px)`,
    insetInline: space(3),
    marginInline: 'auto',
    maxInlineSize: '360px',
    display: 'flex',
    alignItems: 'center',
    gap: space(1),
    paddingInline: space(1),
    borderRadius: radius.pill,
    backgroundColor: color.raised,
    boxShadow: `0 4px 16px ${color.shadow}, inset 0 0 0 1px ${color.edge}`,
    color: color.text,
  }),
  name: css({ flex: 1, minInlineSize: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  figures: css({ fontSize: size.xs, fontVariantNumeric: 'tabular-nums', color: color.soft }),
  rate: css({ minInlineSize: '44px', minBlockSize: '44px', fontSize: size.xs, fontVariantNumeric: 'tabular-nums' }),
};

/** Controls for a voice message that keeps playing while the user scrolls or opens another conversation. A call pauses it. */
const MiniPlayer = () => {
  const ready = useWords('send');
  const { t } = useTranslation(['send', 'common']);
  const { mid, tid, isPlaying, at, rate } = useVoice();
  const thread = useThread(tid);
  const inCall = useInCall();
  useEffect(() => {
    if (inCall) pauseVoice();
  }, [inCall]);
  if (!ready || mid === '' || tid === '' || inCall) return null;
  return (
    <section css={styles.root} aria-label={t('send:voice.player')}>
      <IconButton
        label={t(isPlaying ? 'send:voice.pause' : 'send:voice.play')}
        onClick={isPlaying ? pauseVoice : resumeVoice}
      >
        {isPlaying ? <Pause size={20} /> : <Play size={20} />}
      </IconButton>
      <bdi css={styles.name}>{nameOf(tid, thread?.linkedUser.nickName ?? '')}</bdi>
      <span css={styles.figures} aria-hidden="true">
        {formatClock(at)}
      </span>
      <button
        type="button"
        css={styles.rate}
        aria-label={t('send:voice.speed', { speed: formatNumber(rate) })}
        onClick={changeRate}
      >
        {formatNumber(rate)}×
      </button>
      <IconButton label={t('common:close')} onClick={closeVoice}>
        <X size={20} />
      </IconButton>
    </section>
  );
};

let shown = false;

/**
 * Mounts the mini player, which controls the playing voice message on every page. It has a React root of its own, so that it
 * survives navigation. Repeated calls do nothing.
 */
export function showMiniPlayer(): void {
  if (shown) return;
  shown = true;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<MiniPlayer />);
}
