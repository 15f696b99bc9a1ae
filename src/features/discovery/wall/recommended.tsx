import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { profilePath } from '#contract/paths.ts';
import { useShownPeople } from '../../../data/people/shown-people.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { CardSkeleton } from '../../../person/card-skeleton.tsx';
import { PersonCard } from '../../../person/person-card.tsx';
import { size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(2), paddingBlockEnd: space(5) }),
  title: css({ fontSize: size.lg, letterSpacing: '-0.01em' }),
  row: css({
    display: 'grid',
    gridAutoFlow: 'column',
    gridAutoColumns: '132px',
    gap: space(2.5),
    overflowX: 'auto',
    overscrollBehaviorInline: 'contain',
    scrollSnapType: 'inline proximity',
    scrollbarWidth: 'none',
    marginInline: 'calc(-1 * var(--page-edge))',
    paddingInline: 'var(--page-edge)',
    scrollPaddingInline: 'var(--page-edge)',
    // Room for the focus ring, which a scroll container would clip.
    paddingBlock: space(1),
    '&::-webkit-scrollbar': { display: 'none' },
    '@media (min-width: 600px)': { gridAutoColumns: '156px' },
  }),
  item: css({ scrollSnapAlign: 'start' }),
};

/** Row on the wall of hosts that the server recommends: no friends of the user, those of the same language and country first. */
export const RecommendedRow = ({ uids }: { readonly uids: readonly number[] }) => {
  const { t } = useTranslation('wall');
  const people = useShownPeople(uids);
  useWatchedPeople(uids);
  return (
    <section css={styles.root} aria-label={t('recommended')}>
      <h2 css={styles.title}>{t('recommended')}</h2>
      <ul css={styles.row}>
        {uids.map((uid) => {
          const shown = people.get(uid);
          return (
            <li key={uid} css={styles.item}>
              {shown ? (
                <PersonCard
                  person={shown.person}
                  presence={shown.status}
                  href={profilePath(uid)}
                  sizes="156px"
                  early
                  liked={shown.liked}
                />
              ) : (
                <CardSkeleton />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
