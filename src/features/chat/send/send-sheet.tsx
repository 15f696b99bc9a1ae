import { css } from '@emotion/react';
import { nanoid } from 'nanoid';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALBUM_MAX_ITEMS, CAPTION_MAX_CHARS, LOCK_PRICE_MAX_GEMS } from '#contract/chat/kind-rules.ts';
import { textFault } from '#contract/text/text-fault.ts';
import { typedContent } from '#contract/text/visible-text.ts';
import { ANCHOR_SHARE_PERCENT } from '#contract/wallet/rules.ts';
import { anchorShareOf } from '#contract/wallet/shares.ts';
import { userActions } from '../../../core/core.ts';
import { useSession } from '../../../data/session.tsx';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { fitted, turned } from '../../../media/fitted.ts';
import { openPicture } from '../../../media/pictures.ts';
import { createShrinker, type Shrinker } from '../../../media/shrink.ts';
import { LazyDialog } from '../../../ui/dialog/lazy-dialog.tsx';
import { Sheet } from '../../../ui/dialog/sheet.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { showToast } from '../../../ui/feedback/toast.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Slider } from '../../../ui/input/slider.tsx';
import { TextArea } from '../../../ui/input/text-area.tsx';
import { Lazy, partOf, renderNothing } from '../../../ui/lazy.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { Tile } from './send-tile.tsx';
import { createPartIds, isUnsold, makeReady, movedUp, partsOf, type SendTile, sendInOrder } from './tiles.ts';

const PRICE_STEP = 10;
const CROP_EDGE_PX = 1_920;
const ANCHOR_ROLE = 3;

const styles = {
  root: css({ display: 'grid', gap: space(4), padding: space(5), paddingBlockStart: 0, overflowY: 'auto' }),
  tiles: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(112px, 1fr))',
    gap: space(3),
    margin: 0,
    padding: 0,
  }),
  share: css({ fontSize: size.xs, color: color.soft }),
};

const trimDialog = partOf(() => import('./trim-dialog.tsx'));
/** Gift picker, loaded only for hosts: only they can put a picture behind a gift. */
const giftField = partOf(() => import('../../../gifts/gift-field.tsx'));
const cropDialog = partOf(() => import('../../../ui/media/crop-dialog.tsx'));

const tileOf = (file: Blob, isOwn?: true): SendTile => ({
  key: nanoid(),
  file,
  turn: 0,
  isClip: file.type.startsWith('video/'),
  ...(isOwn && { isOwn }),
});

type Props = {
  readonly tid: string;
  readonly files: readonly File[];
  readonly isRecorded?: true;
  readonly onClose: () => void;
};

/** Prepares files for sending: order, rotation, crop, trim, a caption, and for hosts a price or a gift. */
const SendSheet = ({ tid, files, isRecorded, onClose }: Props) => {
  const ready = useWords('send');
  const { t } = useTranslation('send');
  const lockWords = useWords('unlock');
  const { t: tLock } = useTranslation('unlock');
  const session = useSession();
  const shrinker = useRef<Shrinker>(undefined);
  const [tiles, setTiles] = useState<readonly SendTile[]>(() =>
    files.slice(0, ALBUM_MAX_ITEMS).map((file) => tileOf(file, isRecorded)),
  );
  const [caption, setCaption] = useState('');
  const [price, setPrice] = useState(0);
  const [wanted, setWanted] = useState('');
  const [busy, setBusy] = useState(false);
  const [idsOf] = useState(createPartIds);
  const [trimmed, setTrimmed] = useState<SendTile>();
  /** Conversion progress of clips, 0 to 1, by tile key. */
  const [shares, setShares] = useState<Readonly<Record<string, number>>>({});
  const work = useRef(new Map<string, AbortController>());
  const [cropped, setCropped] = useState<{ readonly key: string; readonly image: ImageBitmap }>();

  const make = useCallback((tile: SendTile) => {
    shrinker.current ??= createShrinker();
    const own = new AbortController();
    work.current.get(tile.key)?.abort();
    work.current.set(tile.key, own);
    const onProgress = (share: number) => setShares((all) => ({ ...all, [tile.key]: share }));
    void makeReady(tile, { shrinker: shrinker.current, onProgress, signal: own.signal }).then((made) =>
      // The tile may have been rotated or removed in the meantime.
      setTiles((all) => all.map((one) => (one === tile ? made : one))),
    );
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the initial files
  useEffect(() => {
    for (const tile of tiles) make(tile);
    const under = work.current;
    return () => {
      shrinker.current?.end();
      for (const one of under.values()) one.abort();
    };
  }, []);

  const isTooMany = ready && files.length > ALBUM_MAX_ITEMS;
  useEffect(() => {
    if (isTooMany) showToast(t('tooMany', { max: formatNumber(ALBUM_MAX_ITEMS) }));
  }, [isTooMany, t]);

  if (!ready) return null;
  const replace = (key: string, next: SendTile) => {
    setTiles((all) => all.map((one) => (one.key === key ? next : one)));
    make(next);
  };
  const turn = ({ made: _made, ...tile }: SendTile) => replace(tile.key, { ...tile, turn: turned(tile.turn) });
  const crop = async ({ key, made }: SendTile) => {
    if (!made) return;
    const opened = await openPicture(made.file);
    if (opened.ok) setCropped({ key, image: opened.value });
    else reportFailure(opened);
  };
  const takeTrimmed = (cut: Blob) => {
    if (trimmed) replace(trimmed.key, { key: trimmed.key, file: cut, turn: 0, isClip: true, isOwn: true });
    setTrimmed(undefined);
  };
  const remove = (tile: SendTile) => {
    if (tiles.length === 1) return onClose();
    work.current.get(tile.key)?.abort();
    setTiles((all) => all.filter(({ key }) => key !== tile.key));
  };
  const closeCrop = () => {
    cropped?.image.close();
    setCropped(undefined);
  };
  const takeCut = (cut: Blob) => {
    if (cropped) replace(cropped.key, { key: cropped.key, file: cut, turn: 0, isClip: false });
    closeCrop();
  };

  const mayAsk = session?.role === ANCHOR_ROLE;
  const sendable = tiles.filter(({ made }) => made);
  const isMaking = tiles.some(({ made, fault }) => !made && !fault);
  // A single picture may be locked behind a gift instead of a price in gems; it then has no caption.
  const mayWait = mayAsk && tiles.length === 1 && tiles.every(({ isClip }) => !isClip);
  const gift = mayWait ? wanted : '';
  const cost = gift === '' ? price : 0;
  const isRefused = gift === '' && textFault(caption, CAPTION_MAX_CHARS) !== undefined;
  const send = async () => {
    if (sendable.some((tile) => isUnsold(tile, cost))) return showToast(t('longClip'), 'bad');
    setBusy(true);
    const { sentKeys, result } = await sendInOrder(partsOf(sendable, cost), (part, at) => {
      const { stanzaId, uploadIds } = idsOf(part);
      const items = part.made.map(({ file, ...made }, index) => {
        const uploadId = uploadIds[index] ?? nanoid();
        return { uploadId, file, ...made, wave: '' };
      });
      const body = at === 0 && gift === '' ? typedContent(caption) : '';
      const kind = gift === '' ? part.kind : 'image_with_gift';
      return userActions.sendMedia(tid, { kind, items, body, price: cost, gift }, stanzaId);
    });
    if (result.ok) return onClose();
    reportFailure(result);
    // The sheet keeps what was not sent. The caption was sent with the first message.
    if (sentKeys.length > 0) setCaption('');
    setTiles((all) => all.filter(({ key }) => !sentKeys.includes(key)));
    setBusy(false);
  };
  const shape = cropped && fitted({ w: cropped.image.width, h: cropped.image.height }, CROP_EDGE_PX);
  return (
    <Sheet open onClose={onClose} title={t('title')}>
      <div css={styles.root}>
        <ul css={styles.tiles} aria-label={t('chosen')}>
          {tiles.map((tile, at) => (
            <Tile
              key={tile.key}
              tile={tile}
              at={at}
              total={tiles.length}
              onEarlier={() => setTiles((all) => movedUp(all, tile.key))}
              onRotate={() => turn(tile)}
              onCrop={() => void crop(tile)}
              progress={shares[tile.key]}
              onTrim={() => setTrimmed(tile)}
              onRemove={() => remove(tile)}
            />
          ))}
        </ul>
        {gift === '' ? (
          <TextArea
            label={t('caption')}
            value={caption}
            max={CAPTION_MAX_CHARS}
            dir="auto"
            onChange={({ target }) => setCaption(target.value)}
          />
        ) : null}
        {mayWait && lockWords ? (
          <Lazy
            part={giftField}
            missing={renderNothing}
            with={{ label: tLock('behind'), value: gift, onChange: setWanted }}
          />
        ) : null}
        {mayAsk && gift === '' ? (
          <div>
            <Slider
              label={t('price')}
              value={price}
              min={0}
              max={LOCK_PRICE_MAX_GEMS}
              step={PRICE_STEP}
              say={(gems) => (gems === 0 ? t('free') : t('gems', { gems: formatNumber(gems) }))}
              onSlide={setPrice}
            />
            {price > 0 ? (
              <p css={styles.share}>{t('share', { gems: formatNumber(anchorShareOf(price, ANCHOR_SHARE_PERCENT)) })}</p>
            ) : null}
          </div>
        ) : null}
        <Button
          variant="primary"
          wide
          disabled={busy || isMaking || sendable.length === 0 || isRefused}
          onClick={() => void send()}
        >
          {isMaking ? t('preparing') : t('send')}
        </Button>
      </div>
      {trimmed?.ms !== undefined ? (
        <LazyDialog
          part={trimDialog}
          with={{ file: trimmed.file, ms: trimmed.ms, onClose: () => setTrimmed(undefined), onUse: takeTrimmed }}
        />
      ) : null}
      {cropped && shape ? (
        <Lazy
          part={cropDialog}
          missing={renderNothing}
          with={{
            image: cropped.image,
            width: shape.w,
            height: shape.h,
            words: { title: t('crop'), area: t('cropArea'), zoom: t('zoom'), use: t('use') },
            onClose: closeCrop,
            onUse: takeCut,
          }}
        />
      ) : null}
    </Sheet>
  );
};
export default SendSheet;
