import { css } from '@emotion/react';
import { VideoOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDrag } from '../../../../ui/input/gestures.ts';
import { coveredTop, depth, motion, portrait, space, wide } from '../../../../ui/style/tokens.ts';
import { useMedia } from '../media/use-call-media.ts';
import { Video } from '../media/video.tsx';

const styles = {
  root: css({
    position: 'absolute',
    zIndex: depth.over,
    inlineSize: '104px',
    aspectRatio: '3 / 4',
    borderRadius: '18px',
    overflow: 'hidden',
    display: 'grid',
    placeItems: 'center',
    color: portrait.soft,
    backgroundColor: portrait.glassHover,
    boxShadow: `0 12px 32px -8px ${portrait.night}, inset 0 0 0 1px ${portrait.rim}`,
    touchAction: 'none',
    cursor: 'grab',
    transition: `translate ${motion.slow} ${motion.ease}`,
    [wide]: { inlineSize: '168px' },
    '&[data-held]': { cursor: 'grabbing', transition: 'none' },
    '&[data-corner^="top"]': { insetBlockStart: `calc(${space(20)} + ${coveredTop})` },
    '&[data-corner^="bottom"]': { insetBlockEnd: `calc(${space(30)} + env(safe-area-inset-bottom))` },
    '&[data-corner$="end"]': { insetInlineEnd: space(4) },
    '&[data-corner$="start"]': { insetInlineStart: space(4) },
  }),
};

type Corner = 'top-end' | 'top-start' | 'bottom-end' | 'bottom-start';

/** Self-view in a call, also while it rings. It can be dragged, and snaps to the nearest corner. */
export const OwnPicture = () => {
  const { t } = useTranslation('call');
  const { local, camera, facing } = useMedia();
  const [corner, setCorner] = useState<Corner>('top-end');
  const [at, setAt] = useState<{ readonly x: number; readonly y: number }>();

  const drag = useDrag<HTMLDivElement>({
    onStart: () => setAt({ x: 0, y: 0 }),
    onMove: ({ x, y }) => setAt({ x, y }),
    onEnd: (_drag, element) => rest(element),
  });
  const rest = (element: HTMLElement) => {
    const box = element.getBoundingClientRect();
    const room = element.parentElement?.getBoundingClientRect() ?? box;
    const low = box.top + box.height / 2 > room.top + room.height / 2;
    const right = box.left + box.width / 2 > room.left + room.width / 2;
    const end = right === (getComputedStyle(element).direction === 'ltr');
    setCorner(`${low ? 'bottom' : 'top'}-${end ? 'end' : 'start'}`);
    setAt(undefined);
  };
  return (
    <div
      css={styles.root}
      data-corner={corner}
      data-held={at ? true : undefined}
      style={at ? { translate: `${at.x}px ${at.y}px` } : undefined}
      {...drag}
    >
      {camera === 'on' ? (
        <Video stream={local} label={t('ownPicture')} mirrored={facing === 'user'} />
      ) : (
        <VideoOff size={28} aria-hidden="true" />
      )}
    </div>
  );
};
