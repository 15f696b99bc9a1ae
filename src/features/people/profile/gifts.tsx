import { css } from '@emotion/react';
import { Gem } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readGifts, readGiftWall } from '#db/reads/gifts.ts';
import type { CardRow } from '#db/schema.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { GIFT_IDS, pictureOfGift } from '../../../gifts/gifts.ts';
import { useGiftName } from '../../../gifts/use-gift-name.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { useWords } from '../../../i18n/more.ts';
import { color, radius, size, space } from '../../../ui/style/tokens.ts';
import { Section } from './section.tsx';

const styles = {
  wall: css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))', gap: space(2) }),
  gift: css({
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    gap: space(0.5),
    paddingBlock: space(2),
    paddingInline: space(1),
    borderRadius: radius.field,
    textAlign: 'center',
    fontSize: size.xs,
    '& img': { inlineSize: '56px', blockSize: '56px', objectFit: 'contain' },
    '&[data-got]': { backgroundColor: color.raised },
    '&:not([data-got])': { color: color.soft, '& img': { filter: 'grayscale(1)', opacity: 0.45 } },
  }),
  name: css({ maxInlineSize: '100%', overflowWrap: 'anywhere', lineHeight: 1.25 }),
  count: css({ fontWeight: 700, fontVariantNumeric: 'tabular-nums' }),
  given: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    fontSize: size.xs,
    color: color.soft,
    fontVariantNumeric: 'tabular-nums',
  }),
};

type Props = {
  readonly uid: number;
  /** Gifts from the profile, used until the gift wall is loaded. */
  readonly gifts: CardRow['gifts'];
};

/** Gift wall of a host: all gifts with the number received of each, and the gems spent on gifts by the signed-in user. */
export const Gifts = ({ uid, gifts }: Props) => {
  const ready = useWords('gifts');
  const { t } = useTranslation(['profile', 'gifts']);
  const nameOf = useGiftName();
  const wall = useLiveQuery(() => readGiftWall(uid), [uid]);
  const catalogue = useLiveQuery(readGifts);
  useEffect(() => {
    void core.refreshWall(uid);
    void core.refreshGifts();
  }, [uid]);
  if (!ready || !catalogue) return null;

  const counts = new Map((wall?.received ?? gifts).map(({ id, count }) => [id, count]));
  const offered = catalogue.length > 0 ? catalogue.map(({ id }) => id) : GIFT_IDS;
  const shown = [...new Set<string>([...offered, ...counts.keys()])];
  return (
    <Section title={t('gifts')}>
      {wall && wall.given > 0 ? (
        <p css={styles.given}>
          <Gem size={14} aria-hidden="true" />
          {t('gifts:givenByYou', { gems: formatNumber(wall.given) })}
        </p>
      ) : null}
      <ul css={styles.wall}>
        {shown.map((id) => {
          const count = counts.get(id) ?? 0;
          return (
            <li key={id} css={styles.gift} data-got={count > 0 || undefined}>
              <img src={pictureOfGift(id, 96)} alt="" width={56} height={56} loading="lazy" decoding="async" />
              <span css={styles.name}>{nameOf(id)}</span>
              {count > 0 ? <span css={styles.count}>×{formatNumber(count)}</span> : null}
            </li>
          );
        })}
      </ul>
    </Section>
  );
};
