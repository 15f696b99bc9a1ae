import { css } from '@emotion/react';
import { Check, UserPlus } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import { readRelation } from '#db/reads/people.ts';
import type { PersonRow } from '#db/schema.ts';
import { userActions } from '../../../core/core.ts';
import { PRESENCE_KEYS } from '../../../data/people/use-presence.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { formatNumber } from '../../../i18n/format.ts';
import { countryName } from '../../../i18n/names.ts';
import { Avatar, type PresenceStatus } from '../../../person/avatar.tsx';
import { PersonName } from '../../../person/person-name.tsx';
import { reportFailure } from '../../../ui/feedback/report.ts';
import { Button } from '../../../ui/input/button.tsx';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(3),
    justifyItems: 'stretch',
    padding: space(4),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  who: css({
    display: 'grid',
    justifyItems: 'center',
    gap: space(2),
    minInlineSize: 0,
    textAlign: 'center',
    borderRadius: radius.field,
    transition: `opacity ${motion.quick}`,
    '&:hover': { opacity: 0.88 },
  }),
  name: css({
    maxInlineSize: '100%',
    fontWeight: 600,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  }),
  facts: css({
    maxInlineSize: '100%',
    minBlockSize: '1.45em',
    fontSize: size.xs,
    color: color.soft,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  }),
};

type Props = { readonly person: PersonRow; readonly presence: PresenceStatus | undefined };

/** Card of one host recommended as a friend on /friendreq, with a button that sends a friend request. */
export const Suggestion = memo(({ person, presence = 'offline' }: Props) => {
  const { t } = useTranslation(['friends', 'common']);
  const { uid, nickName, avatarUrl, age, country } = person;
  const relation = useLiveQuery(() => readRelation(uid), [uid]);
  const isRequested = relation?.requested === true || relation?.friend === true;
  const ask = async () => {
    const result = await userActions.changeRelation(uid, 'request');
    reportFailure(result);
  };
  return (
    <li css={styles.root}>
      <Link href={profilePath(uid)} css={styles.who}>
        <Avatar uid={uid} name={nickName} src={avatarUrl} presence={presence} size="large" />
        <span css={styles.name}>
          <PersonName name={nickName} />
        </span>
        <Hidden>{t(PRESENCE_KEYS[presence])}</Hidden>
        <span css={styles.facts}>
          {[age > 0 ? formatNumber(age) : '', countryName(country)].filter((fact) => fact !== '').join(' · ')}
        </span>
      </Link>
      <Button small variant={isRequested ? 'quiet' : 'plain'} disabled={isRequested} onClick={() => void ask()}>
        {isRequested ? <Check size={18} aria-hidden="true" /> : <UserPlus size={18} aria-hidden="true" />}
        {t(isRequested ? 'asked' : 'add')}
        <Hidden>{nickName}</Hidden>
      </Button>
    </li>
  );
});
Suggestion.displayName = 'Suggestion';
