import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../i18n/format.ts';
import { countryName, languageLabel } from '../i18n/names.ts';
import { Flag } from '../ui/mark/flag.tsx';
import { portrait, radius, size, space } from '../ui/style/tokens.ts';
import type { PresenceStatus } from './avatar.tsx';
import type { CardPerson } from './person-card.tsx';
import { PersonName } from './person-name.tsx';
import { PresenceDot } from './presence-dot.tsx';
import { PriceTag } from './price-tag.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(2), color: portrait.ink }),
  line: css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(2), minInlineSize: 0 }),
  name: css({
    minInlineSize: 0,
    fontSize: size.xxl,
    fontWeight: 700,
    letterSpacing: '-0.02em',
    lineHeight: 1.15,
    overflowWrap: 'anywhere',
  }),
  age: css({ fontSize: size.xl, fontWeight: 450, fontVariantNumeric: 'tabular-nums' }),
  pill: css({
    display: 'inline-flex',
    alignItems: 'center',
    gap: space(1.5),
    minBlockSize: '26px',
    paddingInline: space(2),
    borderRadius: radius.pill,
    backgroundColor: portrait.glass,
    fontSize: size.xs,
    fontWeight: 600,
    lineHeight: 1.2,
  }),
  about: css({
    fontSize: size.md,
    lineHeight: 1.4,
    color: portrait.soft,
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  }),
};

type Props = {
  readonly person: CardPerson & { readonly about: string };
  readonly presence: PresenceStatus;
  /** HTML element of the name. */
  readonly level?: 'h2' | 'p';
};

/** The main facts about a person, at the bottom of a large portrait. */
export const PortraitFacts = ({ person, presence, level: Name = 'h2' }: Props) => {
  const { t } = useTranslation('common');
  const { nickName, age, country, lang, price, about } = person;
  return (
    <div css={styles.root}>
      <div css={styles.line}>
        <Name css={styles.name}>
          <PersonName name={nickName} />
        </Name>
        {age > 0 ? <span css={styles.age}>{formatNumber(age)}</span> : null}
      </div>
      <div css={styles.line}>
        <span css={styles.pill}>
          <PresenceDot status={presence} />
          {t(`presence.${presence}`)}
        </span>
        {country === '' ? null : (
          <span css={styles.pill}>
            <Flag country={country} />
            {countryName(country)}
          </span>
        )}
        {lang === '' ? null : <span css={styles.pill}>{languageLabel(lang)}</span>}
        <PriceTag price={price} on="portrait" />
      </div>
      {about === '' ? null : (
        <p css={styles.about}>
          <bdi>{about}</bdi>
        </p>
      )}
    </div>
  );
};
