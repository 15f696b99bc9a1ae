import { css } from '@emotion/react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSticker, STICKERS, type Sticker, stickerId } from '#contract/chat/stickers.ts';
import { cacheArt } from '../../data/cache-art.ts';
import { recentsOf } from '../../data/recents.ts';
import { useWords } from '../../i18n/more.ts';
import { pressedKey } from '../../ui/keys.ts';
import { color, motion, radius, size, space } from '../../ui/style/tokens.ts';
import { useStickerAlt } from '../bubbles/sticker-alt.ts';

const styles = {
  root: css({
    blockSize: 'min(320px, 42dvh)',
    marginBlockEnd: space(2),
    padding: space(2),
    borderRadius: radius.card,
    overflowY: 'auto',
    backgroundColor: color.raised,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  head: css({ paddingInline: space(1), paddingBlock: space(1), fontSize: size.xs, fontWeight: 600, color: color.soft }),
  pack: css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(72px, 1fr))', gap: space(1) }),
  sticker: css({
    aspectRatio: '1',
    padding: space(1),
    borderRadius: radius.field,
    transition: `transform ${motion.quick} ${motion.ease}`,
    '&:hover': { backgroundColor: color.hover },
    '&:active': { transform: 'scale(0.92)' },
  }),
  picture: css({ display: 'block', inlineSize: '100%', blockSize: '100%', objectFit: 'contain' }),
};

const recents = recentsOf('recent-stickers', isSticker);
const PACKS = ['gem', 'fox'] as const satisfies readonly Sticker['pack'][];
const urlOf = (id: string) => `/stickers/${id}.webp`;
const stickersOf = (recent: readonly string[]) =>
  recent.flatMap((id) => STICKERS.filter((sticker) => stickerId(sticker) === id));

type Props = {
  /** Called with the id and the alt text of a sticker; the caller sends it at once. */
  readonly onPick: (id: string, name: string) => void;
  readonly onClose: () => void;
};

/** The app's stickers by pack, with the recently used ones first. */
const StickerPicker = ({ onPick, onClose }: Props) => {
  const ready = useWords('stickers');
  const { t } = useTranslation('stickers');
  const altOf = useStickerAlt();
  // Read once: a pick moves to the front only when the picker is opened again, so that no sticker moves under the pointer.
  const [recent] = useState(() => stickersOf(recents.read()));
  useEffect(() => cacheArt(STICKERS.map((sticker) => urlOf(stickerId(sticker)))), []);
  if (!ready) return <section css={styles.root} aria-busy="true" />;
  const onKeyDown = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape') return;
    event.preventDefault();
    onClose();
  };
  const sections = [
    ...(recent.length > 0 ? [{ key: 'recent', title: t('recent'), stickers: recent }] : []),
    ...PACKS.map((pack) => ({
      key: pack,
      title: t(`pack.${pack}`),
      stickers: STICKERS.filter((sticker) => sticker.pack === pack),
    })),
  ];
  return (
    <section css={styles.root} aria-label={t('title')} onKeyDown={onKeyDown}>
      {sections.map(({ key, title, stickers }) => (
        <section key={key} aria-label={title}>
          <p css={styles.head}>{title}</p>
          <div css={styles.pack}>
            {stickers.map((sticker) => {
              const id = stickerId(sticker);
              const alt = altOf(id) ?? sticker.name;
              const pick = () => {
                recents.note(id);
                onPick(id, alt);
              };
              return (
                <button key={id} css={styles.sticker} type="button" title={alt} onClick={pick}>
                  <img css={styles.picture} src={urlOf(id)} alt={alt} width={80} height={80} loading="lazy" />
                </button>
              );
            })}
          </div>
        </section>
      ))}
    </section>
  );
};

export default StickerPicker;
