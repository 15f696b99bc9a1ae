import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import { ROLE_ANCHOR } from '#contract/account/rules.ts';
import { FRIEND_REQUESTS } from '#contract/paths.ts';
import { useSession } from '../../../data/session.tsx';
import { useAppState } from '../../../data/use-app-state.ts';
import { Numbers } from '../../../ui/mark/numbers.tsx';
import { space, wide } from '../../../ui/style/tokens.ts';
import { Balances } from './balances.tsx';
import { Givers } from './givers.tsx';
import { Links } from './links.tsx';
import { WhoIAm } from './who-i-am.tsx';

const styles = {
  root: css({
    display: 'grid',
    gap: space(5),
    alignItems: 'start',
    [wide]: { gridTemplateColumns: 'minmax(300px, 400px) minmax(0, 1fr)', gap: space(8), maxInlineSize: '1120px' },
  }),
  column: css({ display: 'grid', gap: space(5), minInlineSize: 0 }),
};

const listPath = (tab: string) => `${FRIEND_REQUESTS}?tab=${tab}`;

/** The user's own page: identity, balances, relations, links to other pages, and for a host the users who gave gifts. */
export const OwnHome = () => {
  const { t } = useTranslation(['profile', 'friends']);
  const counts = useAppState('counts');
  const session = useSession();
  const { friends = 0, likes = 0, likedMe = 0, favourites = 0 } = counts ?? {};
  return (
    <div css={styles.root}>
      <div css={styles.column}>
        <WhoIAm />
      </div>
      <div css={styles.column}>
        <Balances />
        <nav aria-label={t('me.people')}>
          <Numbers
            items={[
              { key: 'friends', label: t('friends:tabs.friends'), value: friends, href: listPath('friends') },
              { key: 'likes', label: t('friends:tabs.likes'), value: likes, href: listPath('likes') },
              { key: 'likedMe', label: t('friends:tabs.likedMe'), value: likedMe, href: listPath('likedMe') },
              {
                key: 'favourites',
                label: t('friends:tabs.favourites'),
                value: favourites,
                href: listPath('favourites'),
              },
            ]}
          />
        </nav>
        {session?.role === ROLE_ANCHOR ? <Givers uid={session.uid} /> : null}
        <Links />
      </div>
    </div>
  );
};
