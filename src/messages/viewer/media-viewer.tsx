import { Dialog } from '@base-ui/react/dialog';
import { css } from '@emotion/react';
import { ChevronLeft, ChevronRight, Download, ImageOff, X, ZoomIn } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAround } from '#db/reads/uploads.ts';
import { useThread } from '../../data/threads.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { nameOf } from '../../i18n/official.ts';
import { trapFocus } from '../../ui/dialog/trap-focus.ts';
import { IconButton } from '../../ui/input/icon-button.tsx';
import { mediaSrc, pictureSrc } from '../../ui/media/media-host.ts';
import { viewerStyles } from '../../ui/media/viewer-styles.ts';
import { useOverlay } from '../../ui/overlay.ts';
import { space } from '../../ui/style/tokens.ts';
import { useMissing } from '../media-gone.ts';
import { type ViewerItem, viewerItemsOf, viewerKeyOf } from './files.ts';
import { saveFiles } from './save.ts';
import { useZoomPan } from './use-zoom-pan.ts';
import type { View } from './zoom.ts';

const styles = {
  stage: css({
    position: 'absolute',
    inset: 0,
    display: 'grid',
    placeItems: 'center',
    overflow: 'hidden',
    touchAction: 'none',
    '& > img, & > video': {
      gridArea: '1 / 1',
      maxInlineSize: '100%',
      maxBlockSize: '100dvh',
      objectFit: 'contain',
      userSelect: 'none',
    },
    '& > img[data-whole]': {
      inlineSize: '100%',
      blockSize: '100dvh',
      background: 'center / contain no-repeat',
    },
  }),
  missing: css({ gridArea: '1 / 1', display: 'grid', justifyItems: 'center', gap: space(2) }),
};

const placed = ({ scale, x, y }: View, slid: number) => ({
  transform: `translate(${x + slid}px, ${y}px) scale(${scale})`,
});

type LookedAt = { readonly item: ViewerItem; readonly label: string; readonly view: View; readonly slid: number };

/** Returns the URL of the original file once it is loaded and decoded, which begins when the user zooms in (`isClose`); else undefined. */
function useSharp(url: string, isClose: boolean): string | undefined {
  const [sharp, setSharp] = useState<string>();
  useEffect(() => {
    if (!isClose) return;
    let here = true;
    const image = new Image();
    image.src = mediaSrc(url);
    image.decode().then(
      () => here && setSharp(image.src),
      // On failure the smaller version stays.
      () => {},
    );
    return () => {
      here = false;
    };
  }, [url, isClose]);
  return sharp;
}

const Picture = ({ item, label, view, slid }: LookedAt) => {
  const { t } = useTranslation('send');
  const sharp = useSharp(item.url, view.scale > 1);
  const { missing, onError } = useMissing(item.mid, mediaSrc(item.url));
  if (missing) {
    return (
      <p css={styles.missing}>
        <ImageOff size={32} aria-hidden="true" />
        {t(missing)}
      </p>
    );
  }
  return (
    <img
      data-whole
      src={sharp ?? pictureSrc(item.thumb || item.url, 960)}
      alt={label}
      draggable={false}
      // The thumbnail of the conversation is cached; it is shown until the larger version has loaded.
      style={{ ...placed(view, slid), backgroundImage: `url("${pictureSrc(item.thumb || item.url, 480)}")` }}
      onError={onError}
    />
  );
};

const Clip = ({ item, label, slid }: LookedAt) => (
  // biome-ignore lint/a11y/useMediaCaption: users' clips have no captions
  <video
    src={mediaSrc(item.url)}
    poster={pictureSrc(item.thumb, 960)}
    aria-label={label}
    controls
    playsInline
    loop={item.row.payload?.kind === 'short_video'}
    style={{ transform: `translateX(${slid}px)` }}
  />
);

type Props = { readonly mid: string; readonly at: number; readonly onClose: () => void };

/** Full-screen viewer for the pictures and clips around a message, starting with the one at index `at` of the message. */
const Viewer = ({ mid, at, onClose }: Props) => {
  useWords('send');
  const { t } = useTranslation(['send', 'profile', 'message', 'common']);
  useOverlay(true);
  const popup = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const rows = useLiveQuery(() => readAround(mid), [mid]);
  const [key, setKey] = useState(viewerKeyOf(mid, at));
  const all = rows && viewerItemsOf(rows);
  const index = all?.findIndex((candidate) => candidate.key === key) ?? -1;
  const item = all?.[index];
  const thread = useThread(item?.row.tid ?? '');
  const zoomPan = useZoomPan((step) => {
    const next = all?.[index + step];
    if (!next) return;
    setKey(next.key);
    zoomPan.reset();
  });
  const isGone = rows !== undefined && !item;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);
  const [before, after] = [all?.[index - 1], all?.[index + 1]];
  useEffect(() => {
    for (const near of [before, after]) if (near) new Image().src = pictureSrc(near.thumb || near.url, 960);
  }, [before, after]);
  if (!item || !all) return null;

  const { row } = item;
  const go = (to: ViewerItem | undefined) => () => {
    if (to) setKey(to.key);
    zoomPan.reset();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    trapFocus(event);
    zoomPan.onKeyDown(event, stage.current);
  };
  const name = row.out ? t('message:quote.you') : nameOf(row.tid, thread?.linkedUser.nickName ?? row.nickName);
  const title = t('send:photo', { number: formatNumber(index + 1), total: formatNumber(all.length) });
  const drawn = { item, label: title, view: zoomPan.view, slid: zoomPan.slid };
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
          <div ref={stage} css={styles.stage} {...zoomPan.handlers}>
            {item.kind === 'picture' ? <Picture key={item.key} {...drawn} /> : <Clip key={item.key} {...drawn} />}
          </div>
          <div css={viewerStyles.bar}>
            <span css={viewerStyles.count} aria-live="polite">
              {formatNumber(index + 1)} / {formatNumber(all.length)}
            </span>
            {item.kind === 'picture' ? (
              <IconButton
                label={t('send:zoom')}
                aria-pressed={zoomPan.view.scale > 1}
                onClick={() => zoomPan.toggle(stage.current)}
              >
                <ZoomIn size={22} />
              </IconButton>
            ) : null}
            <IconButton label={t('send:save')} onClick={() => void saveFiles([item.url], row.date)}>
              <Download size={22} />
            </IconButton>
            <IconButton label={t('common:close')} onClick={onClose}>
              <X size={22} />
            </IconButton>
          </div>
          {before && zoomPan.view.scale === 1 ? (
            <span css={viewerStyles.step}>
              <IconButton label={t('profile:previous')} flip onClick={go(before)}>
                <ChevronLeft size={24} />
              </IconButton>
            </span>
          ) : null}
          {after && zoomPan.view.scale === 1 ? (
            <span css={viewerStyles.step} data-next>
              <IconButton label={t('profile:next')} flip onClick={go(after)}>
                <ChevronRight size={24} />
              </IconButton>
            </span>
          ) : null}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
export default Viewer;
