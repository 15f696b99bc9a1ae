import { css } from '@emotion/react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import type { PersonRow as Person } from '#db/schema.ts';
import { usePresenceKey } from '../../../data/people/day-presence.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { countryName } from '../../../i18n/names.ts';
import { Avatar, type PresenceStatus } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';
import { RowActions } from './row-actions.tsx';
import type { FriendTab } from './tabs.ts';

const styles = {
  root: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(1),
    minBlockSize: '72px',
    marginInline: `-${space(2)}`,
    paddingInlineEnd: space(2),
    borderRadius: radius.card,
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
  }),
  link: css({
    flex: 1,
    minInlineSize: 0,
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '72px',
    paddingInlineStart: space(2),
    borderRadius: radius.card,
    '&:focus-visible': { outlineOffset: '-2px' },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  name: css({ fontWeight: 600, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  facts: css({
    fontSize: size.xs,
    color: color.soft,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '& b': { fontWeight: 600 },
    '& b[data-status="online"]': { color: color.online },
    '& b[data-status="busy"]': { color: color.busy },
  }),
};

type Props = {
  readonly list: FriendTab;
  readonly person: Person;
  readonly presence: PresenceStatus | undefined;
};

/** Presence text; offline friends get a text that fits the time of day (product 4.6). */
function usePresenceWord(list: FriendTab, presence: PresenceStatus): string {
  const { t } = useTranslation(['common', 'wall']);
  return t(usePresenceKey(presence, list === 'friends'));
}

/** Row of a list of /friendreq: a user's name, presence, and the actions of that list. */
export const PersonRow = memo(({ list, person, presence = 'offline' }: Props) => {
  const { uid, nickName, avatarUrl, age, country } = person;
  const word = usePresenceWord(list, presence);
  const facts = [age > 0 ? formatNumber(age) : '', countryName(country)].filter((fact) => fact !== '');
  return (
    <div css={styles.root}>
      <Link href={profilePath(uid)} css={styles.link}>
        <Avatar uid={uid} name={nickName} src={avatarUrl} presence={presence} />
        <span css={styles.words}>
          <span css={styles.name}>
            <PersonName name={nickName} />
          </span>
          <span css={styles.facts}>
            <b data-status={presence}>{word}</b>
            {facts.map((fact) => ` · ${fact}`)}
          </span>
        </span>
      </Link>
      <RowActions list={list} uid={uid} name={nickName} />
    </div>
  );
});
PersonRow.displayName = 'PersonRow';
