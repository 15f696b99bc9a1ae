import { css } from '@emotion/react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import type { MessageRow } from '#db/schema.ts';
import { core } from '../../core/core.ts';
import { explainCode } from '../../i18n/errors.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useWords } from '../../i18n/more.ts';
import { openPanel } from '../../ui/dialog/panel.ts';
import { radius, size } from '../../ui/style/tokens.ts';
import { albumRows } from '../album-rows.ts';
import { uploadFor, useBatch } from '../media/use-batch.ts';
import { captionOf, mediaWidth } from './heights.ts';
import { LockCover } from './lock-cover.tsx';
import { MediaTile } from './media-tile.tsx';
import { TextBubble } from './text.tsx';

/** Styles of the bubbles of pictures and clips: the box, the caption below it, and an error of an upload. */
export const mediaStyles = {
  box: css({
    position: 'relative',
    maxInlineSize: '100%',
    borderRadius: radius.field,
    overflow: 'hidden',
    contentVisibility: 'auto',
  }),
  caption: css({ marginBlockStart: '6px' }),
  fault: css({ marginBlockStart: '6px', fontSize: size.xs }),
};

const percent = (part: number, whole: number) => `${(part / Math.max(1, whole)) * 100}%`;

/**
 * Returns the positions of the pictures in an album of `width` px, in percent of its size, and the style of its box, which has that width
 * and the aspect ratio of the album.
 */
export function placesOf(items: readonly { readonly w: number; readonly h: number }[], width: number) {
  const { tiles, height } = albumRows(items, width);
  const places = tiles.map(({ x, y, w, h }) => ({
    insetInlineStart: percent(x, width),
    insetBlockStart: percent(y, height),
    inlineSize: percent(w, width),
    blockSize: percent(h, height),
  }));
  return { places, box: { inlineSize: `${width}px`, aspectRatio: `${width} / ${Math.max(1, height)}` } };
}

/**
 * Returns a function to call with the key of each picture of a message that is drawn from the server. Once it was called with `count`
 * different keys, the core may delete the local copies of the files, if there are any (`hasCopies`).
 */
export function useShown(mid: string, hasCopies: boolean, count: number): (key: string) => void {
  const shown = useRef(new Set<string>());
  return (key) => {
    shown.current.add(key);
    if (hasCopies && shown.current.size === count) void core.mediaShown(mid);
  };
}

type Props = {
  readonly row: MessageRow;
  readonly payload: Extract<Payload, { readonly kind: 'image' | 'image_with_gift' }>;
};

/** One picture or an album, with its caption and upload errors. A tap opens the viewer, unless the picture is on its way or locked. */
const AlbumBubble = ({ row, payload }: Props) => {
  useWords('send');
  const { t } = useTranslation('send');
  const batch = useBatch(row);
  const { items } = payload;
  const { places, box } = placesOf(items, mediaWidth(innerWidth));
  const onShown = useShown(row.mid, batch.length > 0, items.length);
  const caption = captionOf(payload);
  const isOneOfMany = items.length > 1;
  const faults = isOneOfMany ? new Set(batch.flatMap(({ state, error }) => (state === 'error' && error) || [])) : [];
  return (
    <>
      <div css={mediaStyles.box} style={box}>
        {items.map((item, at) => {
          const place = places[at];
          const label = t('photo', { number: formatNumber(at + 1), total: formatNumber(items.length) });
          const open = () => openPanel('album', { mid: row.mid, at });
          return place ? (
            <MediaTile
              key={item.url || at}
              mid={row.mid}
              item={item}
              place={place}
              upload={uploadFor(batch, item.url)}
              label={label}
              isOneOfMany={isOneOfMany}
              onShown={() => onShown(item.url)}
              {...(item.thumb === '' ? {} : { onOpen: open })}
            />
          ) : null;
        })}
        <LockCover row={row} />
      </div>
      {[...faults].map((fault) => (
        <p key={fault} css={mediaStyles.fault} role="alert">
          {explainCode(fault)}
        </p>
      ))}
      {caption === '' ? null : (
        <div css={mediaStyles.caption}>
          <TextBubble tid={row.tid} body={caption} />
        </div>
      )}
    </>
  );
};
export default AlbumBubble;
