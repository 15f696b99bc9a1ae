import { css } from '@emotion/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { color, depth, size as fontSize, radius, space } from '../../ui/style/tokens.ts';
import { isGiftId, pictureOfGift } from '../gifts.ts';
import { DURATION_MS, type SceneSize } from './choreography.ts';
import { drawFrame } from './frame.ts';
import { loadChoreography, loadPicture } from './load.ts';

const styles = {
  root: css({
    position: 'absolute',
    inset: 0,
    zIndex: depth.card,
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    pointerEvents: 'none',
  }),
  scene: css({
    position: 'relative',
    display: 'grid',
    justifyItems: 'center',
    alignItems: 'end',
    pointerEvents: 'auto',
    borderRadius: radius.card,
    '&[data-size="pop"]': { inlineSize: '260px', blockSize: '260px' },
    '&[data-size="side"]': { inlineSize: '100%', blockSize: 'min(300px, 60%)' },
    '&[data-size="full"]': { inlineSize: '100%', blockSize: '100%' },
  }),
  press: css({ position: 'absolute', inset: 0, padding: 0, borderRadius: 'inherit' }),
  canvas: css({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%' }),
  picture: css({ position: 'absolute', inset: 0, margin: 'auto', inlineSize: '128px', blockSize: '128px' }),
  caption: css({
    position: 'relative',
    pointerEvents: 'none',
    display: 'grid',
    justifyItems: 'center',
    maxInlineSize: '92%',
    marginBlockEnd: space(3),
    paddingBlock: space(1.5),
    paddingInline: space(4),
    borderRadius: radius.pill,
    backgroundColor: color.glass,
    color: color.text,
    fontSize: fontSize.xs,
    '[data-size="full"] > &': { marginBlockEnd: '16%' },
  }),
  title: css({ fontSize: fontSize.md, fontWeight: 650 }),
  from: css({ overflowWrap: 'anywhere' }),
};

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

const MAX_DENSITY = 2;

/** Sets the resolution of the canvas for the screen's pixel density, and returns its scaled context. */
function penOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const density = Math.min(MAX_DENSITY, devicePixelRatio);
  canvas.width = Math.round(canvas.clientWidth * density);
  canvas.height = Math.round(canvas.clientHeight * density);
  const pen = canvas.getContext('2d');
  pen?.scale(density, density);
  return pen;
}

/** Props of `GiftScene`. */
export type SceneProps = {
  readonly gift: string;
  readonly size: SceneSize;
  readonly count: number;
  /** Seed of the random details; equal on both sides. */
  readonly seed: number;
  /** Name of the sender; omitted if the user sent the gift. */
  readonly from?: string;
  /** Number of skipped small gifts. */
  readonly more?: number;
  readonly onEnd: () => void;
  /** Freezes the animation at this time, 0 to 1. */
  readonly moment?: number;
};

/** Gift animation over the conversation, once. A press skips it. With reduced motion, or on failure, a static card is shown. */
export const GiftScene = ({ gift, size, count, seed, from, more = 0, onEnd, moment }: SceneProps) => {
  const ready = useWords('gifts');
  const { t } = useTranslation('gifts');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [card, setCard] = useState(reducedMotion.matches && moment === undefined);
  const [drawn, setDrawn] = useState(false);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!card) return;
    const timer = setTimeout(end, DURATION_MS[size]);
    return () => clearTimeout(timer);
  }, [card, size]);

  useEffect(() => {
    // The canvas is rendered only once the translations are loaded.
    if (card || !ready) return;
    let frame: number | undefined;
    let mounted = true;
    const play = async () => {
      const [choreography, picture] = await Promise.all([
        loadChoreography(gift, size),
        loadPicture(pictureOfGift(gift, 256)),
      ]);
      const box = canvas.current;
      if (!box || !mounted) return;
      const pen = penOf(box);
      if (!pen) return setCard(true);
      const area = { width: box.clientWidth, height: box.clientHeight };
      const scene = { size, choreography, count, seed };
      let began: number | undefined;
      const draw = (now: number) => {
        began ??= now;
        const t = moment ?? (now - began) / DURATION_MS[size];
        if (t >= 1) return end();
        drawFrame(pen, scene, area, t, picture);
        setDrawn(true);
        if (moment === undefined) frame = requestAnimationFrame(draw);
      };
      frame = requestAnimationFrame(draw);
    };
    // If the animation cannot be loaded, a static card is shown.
    play().catch(() => mounted && setCard(true));
    return () => {
      mounted = false;
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [card, ready, gift, size, count, seed, moment]);

  if (!ready) return null;
  const times = count > 1 ? ` × ${formatNumber(count)}` : '';
  return (
    <div css={styles.root}>
      <div css={styles.scene} data-size={size}>
        <button type="button" css={styles.press} aria-label={t('skip')} aria-busy={!card && !drawn} onClick={onEnd}>
          {card ? (
            <img css={styles.picture} src={pictureOfGift(gift, 256)} alt="" />
          ) : (
            <canvas css={styles.canvas} ref={canvas} />
          )}
        </button>
        <p css={styles.caption} role="status">
          <b css={styles.title}>
            {isGiftId(gift) ? t(`name.${gift}`) : '♥'}
            {times}
          </b>
          <span css={styles.from} dir="auto">
            {from === undefined ? t('fromYou') : t('from', { name: from })}
            {more > 0 ? ` +${formatNumber(more)}` : ''}
          </span>
        </p>
      </div>
    </div>
  );
};
