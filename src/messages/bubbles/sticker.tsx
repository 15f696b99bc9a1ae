import { css } from '@emotion/react';
import { useState } from 'react';
import { STICKER_PX } from './heights.ts';
import { useStickerAlt } from './sticker-alt.ts';
import { TextBubble } from './text.tsx';

const styles = {
  root: css({ display: 'block', inlineSize: `${STICKER_PX}px`, blockSize: `${STICKER_PX}px`, objectFit: 'contain' }),
};

type Props = {
  readonly id: string;
  /** Name from the sender's build: the alt text until this build's are loaded, and of a sticker that this build does not have. */
  readonly name: string;
  readonly tid: string;
};

/** A sticker, drawn without the background of a bubble; its alt text if the picture fails to load. */
const StickerBubble = ({ id, name, tid }: Props) => {
  const alt = useStickerAlt()(id) ?? name;
  const [gone, setGone] = useState(false);
  if (gone) return <TextBubble tid={tid} body={alt} />;
  return (
    <img
      css={styles.root}
      src={`/stickers/${id}.webp`}
      alt={alt}
      width={STICKER_PX}
      height={STICKER_PX}
      loading="lazy"
      decoding="async"
      onError={() => setGone(true)}
    />
  );
};
export default StickerBubble;
