import { css } from '@emotion/react';
import { Heart, HeartHandshake, Inbox, Star, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { useMinute } from '../../../data/use-minute.ts';
import { explain } from '../../../i18n/errors.ts';
import { formatRecent } from '../../../i18n/format.ts';
import { WALL } from '../../../paths.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { RowSkeletons } from '../../../ui/feedback/skeleton.tsx';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import type { FriendTab } from './tabs.ts';
import { usePeopleList } from './use-people-list.ts';
import { VirtualRows } from './virtual-rows.tsx';

const styles = {
  root: css({ display: 'grid', gap: space(2) }),
  note: css({ fontSize: size.xs, color: color.soft }),
};

const ART = {
  requests: <Inbox size={44} />,
  friends: <Users size={44} />,
  likes: <Heart size={44} />,
  likedMe: <HeartHandshake size={44} />,
  favourites: <Star size={44} />,
} as const satisfies Record<FriendTab, ReactNode>;

/** One list of /friendreq, shown from the database at once, then refreshed. */
export const PeopleRows = ({ list }: { readonly list: FriendTab }) => {
  const { t } = useTranslation(['friends', 'people', 'common']);
  const { people, fetchedAt, error, refresh, readOn } = usePeopleList(list);
  const now = useMinute();
  // The response may arrive before the live query sees the new rows, so `fetchedAt` of the stored list decides, not the response.
  const waiting = !people || (people.length === 0 && !error && fetchedAt === undefined);
  if (waiting) return <RowSkeletons count={6} />;

  const action = error ? (
    <Button onClick={() => void refresh()}>{t('common:retry')}</Button>
  ) : (
    <Link href={WALL} css={buttonStyle} data-look="primary">
      {t('discover')}
    </Link>
  );
  const unknown = error !== undefined && fetchedAt === undefined;
  return (
    <div css={styles.root}>
      {error && fetchedAt !== undefined ? (
        <p css={styles.note} role="status">
          {explain(error)} {t('people:updated', { when: formatRecent(fetchedAt, now) })}
        </p>
      ) : null}
      {people.length > 0 ? (
        <VirtualRows list={list} people={people} onNearEnd={() => void readOn()} />
      ) : (
        <Empty
          art={ART[list]}
          title={t(unknown ? 'people:empty' : `empty.${list}.title`)}
          text={unknown ? explain(error) : t(`empty.${list}.text`)}
          action={action}
        />
      )}
    </div>
  );
};
