import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { usePresence } from '../../../data/people/use-presence.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { Suggestion } from './suggestion.tsx';
import { usePeopleList } from './use-people-list.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), marginBlockStart: space(6) }),
  title: css({ fontSize: size.lg }),
  lead: css({ fontSize: size.xs, color: color.soft, marginBlockStart: space(1) }),
  list: css({
    display: 'grid',
    gap: space(3),
    gridTemplateColumns: 'repeat(auto-fill, minmax(148px, 1fr))',
  }),
};

/** Hosts recommended as friends on /friendreq; renders nothing if there are none. */
export const RecommendedFriends = () => {
  const { t } = useTranslation('friends');
  const { people = [] } = usePeopleList('recommended');
  const presence = usePresence();
  useWatchedPeople(people.map(({ uid }) => uid));
  if (people.length === 0) return null;
  return (
    <section css={styles.root} aria-labelledby="recommended-title">
      <div>
        <h2 css={styles.title} id="recommended-title">
          {t('recommended')}
        </h2>
        <p css={styles.lead}>{t('recommendedText')}</p>
      </div>
      <ul css={styles.list}>
        {people.map((person) => (
          <Suggestion key={person.uid} person={person} presence={presence.get(person.uid)} />
        ))}
      </ul>
    </section>
  );
};
