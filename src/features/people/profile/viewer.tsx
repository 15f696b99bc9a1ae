import { Dialog } from '@base-ui/react/dialog';
import { css } from '@emotion/react';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../i18n/format.ts';
import { trapFocus } from '../../../ui/dialog/trap-focus.ts';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { pressedKey } from '../../../ui/keys.ts';
import { pictureSrc } from '../../../ui/media/media-host.ts';
import { viewerStyles } from '../../../ui/media/viewer-styles.ts';
import { useOverlay } from '../../../ui/overlay.ts';
import { wide } from '../../../ui/style/tokens.ts';

const styles = {
  strip: css({
    display: 'flex',
    blockSize: '100%',
    overflowX: 'auto',
    overscrollBehavior: 'contain',
    scrollSnapType: 'x mandatory',
    scrollbarWidth: 'none',
    '&:focus-visible': { outlineOffset: '-4px' },
  }),
  slide: css({
    flex: '0 0 100%',
    display: 'grid',
    placeItems: 'center',
    scrollSnapAlign: 'center',
    scrollSnapStop: 'always',
    '& img': { maxInlineSize: '100%', maxBlockSize: '100dvh', objectFit: 'contain' },
  }),
  /** Buttons on wide screens; on narrow ones the user swipes. */
  step: css({ display: 'none', [wide]: { '&:not([hidden])': { display: 'block' } } }),
};

type Props = {
  readonly urls: readonly string[];
  readonly start: number;
  readonly name: string;
  readonly onClose: () => void;
};

/** Full-screen pictures, changed by swiping or the arrow keys; Escape closes. */
const Viewer = ({ urls, start, name, onClose }: Props) => {
  const { t } = useTranslation(['profile', 'common']);
  useOverlay(true);
  const strip = useRef<HTMLDivElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(start);

  const show = (index: number, behavior: ScrollBehavior) => {
    strip.current?.children[index]?.scrollIntoView({ behavior, block: 'nearest', inline: 'center' });
  };
  /** Ref callback that scrolls to the first picture: the portal mounts the strip after the effects of this component. */
  const attachStrip = useCallback(
    (box: HTMLDivElement) => {
      strip.current = box;
      box.children[start]?.scrollIntoView({ behavior: 'instant', block: 'nearest', inline: 'center' });
      return () => {
        strip.current = null;
      };
    },
    [start],
  );

  const turn = (step: number) => {
    const next = Math.min(urls.length - 1, Math.max(0, at + step));
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    show(next, calm ? 'instant' : 'smooth');
  };
  const onScroll = () => {
    const box = strip.current;
    if (box) setAt(Math.round(Math.abs(box.scrollLeft) / box.clientWidth));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    trapFocus(event);
    const key = pressedKey(event);
    const forward = getComputedStyle(document.documentElement).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    // Moves by a whole picture; the default would scroll by a few pixels.
    event.preventDefault();
    turn(key === forward ? 1 : -1);
  };
  const title = t('photo', { number: at + 1, total: urls.length });
  return (
    <Dialog.Root open onOpenChange={(next) => next || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          initialFocus={popup}
          css={viewerStyles.popup}
          aria-label={`${name}: ${title}`}
          onKeyDown={onKeyDown}
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <div ref={attachStrip} css={styles.strip} onScroll={onScroll} tabIndex={0}>
            {urls.map((url, index) => (
              <div key={url} css={styles.slide} aria-hidden={index !== at}>
                <img
                  src={pictureSrc(url, 960)}
                  alt={t('photo', { number: index + 1, total: urls.length })}
                  loading={Math.abs(index - at) <= 1 ? 'eager' : 'lazy'}
                  decoding="async"
                  draggable={false}
                />
              </div>
            ))}
          </div>
          <div css={viewerStyles.bar}>
            <span css={viewerStyles.count} aria-hidden="true">
              {formatNumber(at + 1)} / {formatNumber(urls.length)}
            </span>
            <IconButton label={t('common:close')} onClick={onClose}>
              <X size={22} />
            </IconButton>
          </div>
          <span css={[viewerStyles.step, styles.step]} hidden={at === 0}>
            <IconButton label={t('previous')} flip onClick={() => turn(-1)}>
              <ChevronLeft size={24} />
            </IconButton>
          </span>
          <span css={[viewerStyles.step, styles.step]} data-next hidden={at === urls.length - 1}>
            <IconButton label={t('next')} flip onClick={() => turn(1)}>
              <ChevronRight size={24} />
            </IconButton>
          </span>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
export default Viewer;
