import { css } from '@emotion/react';
import { Gem } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { GiftRow } from '#db/schema.ts';
import { pictureOfGift } from '../../../gifts/gifts.ts';
import { useGiftName } from '../../../gifts/use-gift-name.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  grid: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: space(2),
    paddingBlock: space(2),
  }),
  gift: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(1),
    inlineSize: '100%',
    padding: space(2),
    borderRadius: radius.field,
    textAlign: 'center',
    transition: `transform ${motion.quick} ${motion.ease}, background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:active': { transform: 'scale(0.96)' },
    '&[aria-pressed="true"]': { backgroundColor: color.raised, boxShadow: `inset 0 0 0 2px ${color.focus}` },
  }),
  picture: css({ inlineSize: '72px', blockSize: '72px', objectFit: 'contain' }),
  name: css({ maxInlineSize: '100%', fontSize: size.xs, fontWeight: 600, overflowWrap: 'anywhere', lineHeight: 1.25 }),
  price: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1),
    fontSize: size.xs,
    fontVariantNumeric: 'tabular-nums',
    color: color.soft,
  }),
};

type Props = {
  readonly gifts: readonly GiftRow[];
  readonly chosen: string;
  readonly onChoose: (gift: string) => void;
};

/** Grid of the gifts of one tab, with prices. Single choice. */
export const GiftChoice = ({ gifts, chosen, onChoose }: Props) => {
  const { t } = useTranslation('gifts');
  const nameOf = useGiftName();
  return (
    <ul css={styles.grid}>
      {gifts.map(({ id, gemsPrice }) => (
        <li key={id}>
          <button type="button" css={styles.gift} aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <img
              css={styles.picture}
              src={pictureOfGift(id, 96)}
              srcSet={`${pictureOfGift(id, 96)} 96w, ${pictureOfGift(id, 256)} 256w`}
              sizes="72px"
              alt=""
              width={72}
              height={72}
              decoding="async"
            />
            <span css={styles.name}>{nameOf(id)}</span>{' '}
            <span css={styles.price}>
              <Gem size={13} role="img" aria-label={t('unit')} />
              {formatNumber(gemsPrice)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
};
