import { css } from '@emotion/react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import { readGiftWall } from '#db/reads/gifts.ts';
import { readPerson } from '#db/reads/people.ts';
import { core } from '../../../core/core.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { useWords } from '../../../i18n/more.ts';
import { Avatar } from '../../../person/avatar.tsx';
import { Amount } from '../../../ui/mark/amount.tsx';
import { color, motion, radius, size, space } from '../../../ui/style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gap: space(2),
    paddingBlock: space(4),
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
  }),
  title: css({ paddingInline: space(5), fontSize: size.md }),
  giver: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '56px',
    paddingInline: space(5),
    transition: `background-color ${motion.quick}`,
    '&:hover': { backgroundColor: color.hover },
    '&:focus-visible': { outlineOffset: '-3px' },
  }),
  name: css({ flex: 1, minInlineSize: 0, overflowWrap: 'anywhere' }),
};

async function readGivers(uid: number) {
  const givers = (await readGiftWall(uid))?.givers ?? [];
  return Promise.all(givers.map(async (giver) => ({ ...giver, person: await readPerson(giver.uid) })));
}

/** Ranking of the users who sent gifts to a host; visible only to the host. Nothing is drawn without gifts. */
export const Givers = ({ uid }: { readonly uid: number }) => {
  const ready = useWords('gifts');
  const { t } = useTranslation(['gifts', 'profile', 'settings']);
  const givers = useLiveQuery(() => readGivers(uid), [uid]);
  useEffect(() => void core.refreshWall(uid), [uid]);
  const requestedUids = useRef(new Set<number>());
  useEffect(() => {
    for (const { uid: giver, person } of givers ?? []) {
      if (person || requestedUids.current.has(giver)) continue;
      requestedUids.current.add(giver);
      void core.refreshCard(giver);
    }
  }, [givers]);
  if (!ready || !givers || givers.length === 0) return null;
  return (
    <section css={styles.root} aria-label={t('givers')}>
      <h2 css={styles.title}>{t('givers')}</h2>
      <ul>
        {givers.map(({ uid: giver, gems, person }) => {
          const name = person?.nickName ?? t('settings:setup.person', { uid: giver });
          return (
            <li key={giver}>
              <Link href={profilePath(giver)} css={styles.giver}>
                <Avatar uid={giver} name={name} src={person?.avatarUrl} size="small" />
                <span css={styles.name}>
                  <bdi>{name}</bdi>
                </span>
                <Amount kind="gems" value={gems} label={t('profile:me.gems')} />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
