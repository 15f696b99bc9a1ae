import { css } from '@emotion/react';
import { ArrowLeft, Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardRow, OnlineUserRow, PersonRow } from '#db/schema.ts';
import { usePresenceKeyOf } from '../../../data/people/day-presence.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { countryName, languageLabel } from '../../../i18n/names.ts';
import { PersonName } from '../../../person/person-name.tsx';
import { PresenceDot } from '../../../person/presence-dot.tsx';
import { PriceTag } from '../../../person/price-tag.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { Flag } from '../../../ui/mark/flag.tsx';
import { Clip } from '../../../ui/media/clip.tsx';
import { Picture } from '../../../ui/media/picture.tsx';
import { portrait, radius, size, space, wide } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    position: 'relative',
    display: 'grid',
    alignContent: 'end',
    aspectRatio: '3 / 4',
    maxBlockSize: '68dvh',
    inlineSize: '100%',
    overflow: 'hidden',
    borderEndStartRadius: '28px',
    borderEndEndRadius: '28px',
    color: portrait.ink,
    [wide]: { borderRadius: radius.card, maxBlockSize: 'calc(100dvh - 64px)' },
  }),
  portrait: css({ position: 'absolute', inset: 0, borderRadius: 'inherit', overflow: 'hidden' }),
  foot: css({ position: 'absolute', inset: 0, backgroundImage: portrait.foot }),
  bar: css({
    position: 'absolute',
    insetBlockStart: 0,
    insetInline: 0,
    display: 'flex',
    justifyContent: 'space-between',
    padding: space(3),
    '& button': {
      backgroundColor: portrait.glass,
      color: portrait.ink,
      backdropFilter: 'blur(8px)',
      '&:hover:not(:disabled)': { backgroundColor: portrait.glassHover, color: portrait.ink },
    },
  }),
  words: css({ position: 'relative', display: 'grid', gap: space(2), padding: space(5) }),
  title: css({
    display: 'flex',
    alignItems: 'baseline',
    gap: space(2.5),
    fontSize: size.display,
    letterSpacing: '-0.02em',
    overflowWrap: 'anywhere',
    textWrap: 'balance',
  }),
  age: css({ fontWeight: 400, color: portrait.soft, fontVariantNumeric: 'tabular-nums' }),
  line: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: space(3), rowGap: space(2) }),
  fact: css({ display: 'inline-flex', alignItems: 'center', gap: space(1.5), color: portrait.soft }),
};

type Props = {
  readonly person: PersonRow;
  /** Presence of the person; undefined until it is known. */
  readonly presence: OnlineUserRow['status'] | undefined;
  /** Average stars and number of the ratings by callers; null or undefined while there are too few. */
  readonly rating: CardRow['rating'];
  readonly onBack: () => void;
  readonly menu: ReactNode;
};

/** Head of a profile: portrait with name, age, presence, country, language, rating and price. */
export const Hero = ({ person, presence, rating, onBack, menu }: Props) => {
  const { t } = useTranslation(['common', 'profile', 'wall']);
  const { uid, nickName, age, country, lang } = person;
  const presenceKey = usePresenceKeyOf(uid, presence ?? 'offline');
  return (
    <header css={styles.root}>
      <span css={styles.portrait} data-portrait={uid}>
        <Picture
          uid={uid}
          name={nickName}
          url={person.avatarUrl}
          blur={person.avatarBlur}
          sizes="(min-width: 1024px) 440px, 100vw"
          early
        />
        <Clip uid={uid} url={person.videoUrl} />
      </span>
      <span css={styles.foot} />
      <div css={styles.bar}>
        <IconButton label={t('back')} flip onClick={onBack}>
          <ArrowLeft size={22} />
        </IconButton>
        {menu}
      </div>
      <div css={styles.words}>
        <h1 css={styles.title}>
          <PersonName name={nickName} />
          {age > 0 ? <span css={styles.age}>{formatNumber(age)}</span> : null}
        </h1>
        <div css={styles.line}>
          {presence ? (
            <span css={styles.fact}>
              <PresenceDot status={presence} />
              {t(presenceKey)}
            </span>
          ) : null}
          {country === '' ? null : (
            <span css={styles.fact}>
              <Flag country={country} />
              {countryName(country)}
            </span>
          )}
          {lang === '' ? null : <span css={styles.fact}>{languageLabel(lang)}</span>}
          {rating ? (
            <span
              css={styles.fact}
              role="img"
              aria-label={t('profile:rating', {
                stars: formatNumber(rating.stars),
                number: formatNumber(rating.count),
              })}
            >
              <Star size={16} aria-hidden="true" />
              {formatNumber(rating.stars)}
            </span>
          ) : null}
          <PriceTag price={person.price} on="portrait" />
        </div>
      </div>
    </header>
  );
};
