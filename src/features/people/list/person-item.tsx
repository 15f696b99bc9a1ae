import { css } from '@emotion/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow } from '#db/schema.ts';
import { PRESENCE_KEYS } from '../../../data/people/use-presence.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { countryName, languageName } from '../../../i18n/names.ts';
import { Avatar, type PresenceStatus } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { PriceTag } from '../../../person/price-tag.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    inlineSize: '100%',
    minBlockSize: '72px',
    paddingInline: space(3),
    borderRadius: radius.card,
    textAlign: 'start',
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  item: css({ contentVisibility: 'auto', containIntrinsicBlockSize: '72px' }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid' }),
  name: css({ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  about: css({
    fontSize: size.xs,
    color: color.soft,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  }),
};

type Props = {
  readonly person: PersonRow;
  readonly presence: PresenceStatus | undefined;
  readonly onPick: (person: PersonRow) => void;
};

/** A user in the list from which the user picks someone to write to. Memoized: it re-renders only when a prop changes. */
export const PersonItem = memo(({ person, presence, onPick }: Props) => {
  const { t } = useTranslation(['people', 'common']);
  const facts = [
    person.age > 0 ? formatNumber(person.age) : '',
    countryName(person.country),
    languageName(person.lang),
  ];
  return (
    <li css={styles.item}>
      <button type="button" css={styles.root} onClick={() => onPick(person)}>
        <Avatar uid={person.uid} name={person.nickName} src={person.avatarUrl} presence={presence} />
        <span css={styles.words}>
          <span css={styles.name}>
            <PersonName name={person.nickName} />
          </span>
          {presence ? <Hidden>{t(PRESENCE_KEYS[presence])}</Hidden> : null}
          <span css={styles.about}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
        </span>
        <PriceTag price={person.price} />
      </button>
    </li>
  );
});
PersonItem.displayName = 'PersonItem';
