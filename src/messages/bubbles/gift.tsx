import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import { pictureOfGift } from '../../gifts/gifts.ts';
import { useGiftName } from '../../gifts/use-gift-name.ts';
import { formatNumber } from '../../i18n/format.ts';
import { size, space } from '../../ui/style/tokens.ts';
import { GIFT_PX, GIFT_WIDTH_PX, GIFT_PICTURE_PX as PICTURE_PX, GIFT_TITLE_PX as TITLE_PX } from './heights.ts';

const styles = {
  root: css({
    display: 'grid',
    justifyItems: 'center',
    inlineSize: `${GIFT_WIDTH_PX}px`,
    maxInlineSize: '100%',
    blockSize: `${GIFT_PX}px`,
  }),
  picture: css({ inlineSize: `${PICTURE_PX}px`, blockSize: `${PICTURE_PX}px`, objectFit: 'contain' }),
  title: css({
    maxInlineSize: '100%',
    lineHeight: `${TITLE_PX}px`,
    fontSize: size.md,
    fontWeight: 650,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '& b': { marginInlineStart: space(1.5), fontVariantNumeric: 'tabular-nums' },
  }),
};

type Props = { readonly gift: Extract<Payload, { readonly kind: 'gift' }> };

/** A gift that was sent: picture, name and count. */
const GiftBubble = ({ gift: { id, count } }: Props) => {
  const { t } = useTranslation('push');
  const name = useGiftName()(id);
  const [gone, setGone] = useState(false);
  return (
    <div css={styles.root}>
      {gone ? (
        <span />
      ) : (
        <img
          css={styles.picture}
          src={pictureOfGift(id, 256)}
          alt=""
          width={PICTURE_PX}
          height={PICTURE_PX}
          loading="lazy"
          decoding="async"
          onError={() => setGone(true)}
        />
      )}
      <p css={styles.title}>
        {name === '' ? (
          // Text of the conversation list, until the gift names are loaded.
          t('gift', { count })
        ) : (
          <>
            {name}
            {count > 1 ? <b>×{formatNumber(count)}</b> : null}
          </>
        )}
      </p>
    </div>
  );
};
export default GiftBubble;
