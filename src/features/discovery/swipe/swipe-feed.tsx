import { css } from '@emotion/react';
import { HeartHandshake } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import { profilePath } from '#contract/paths.ts';
import { useShownPeople } from '../../../data/people/shown-people.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { useFeed } from '../../../data/use-feed.ts';
import { explain } from '../../../i18n/errors.ts';
import { WALL } from '../../../paths.ts';
import { CardSkeleton } from '../../../person/card-skeleton.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { dial } from '../../../routing/call-link.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { pictureSrc } from '../../../ui/media/media-host.ts';
import { Hidden } from '../../../ui/style/hidden.tsx';
import { color, size, space } from '../../../ui/style/tokens.ts';
import { SwipeActions } from './swipe-actions.tsx';
import { SwipeCard } from './swipe-card.tsx';
import { useDeck } from './use-deck.ts';
import { useSwipeKeys } from './use-swipe-keys.ts';

const styles = {
  root: css({
    flex: 1,
    minBlockSize: 0,
    display: 'grid',
    gridTemplateRows: '1fr auto auto',
    justifyItems: 'center',
    gap: space(4),
    padding: space(4),
    paddingBlockEnd: space(5),
    // A thrown card must not cause a scrollbar.
    overflow: 'hidden',
    backgroundImage: `radial-gradient(60% 50% at 50% 0%, ${color.wash1}, transparent), radial-gradient(60% 50% at 50% 100%, ${color.wash2}, transparent)`,
  }),
  stack: css({
    position: 'relative',
    inlineSize: 'min(100%, 440px)',
    maxBlockSize: '700px',
    // Leaves room for the edges of the two cards below.
    blockSize: `calc(100% - ${space(6)})`,
    alignSelf: 'start',
  }),
  waiting: css({
    position: 'absolute',
    inset: 0,
    '& > *': { blockSize: '100%', inlineSize: '100%', borderRadius: '24px' },
  }),
  hint: css({
    display: 'none',
    fontSize: size.xs,
    color: color.faint,
    textAlign: 'center',
    '@media (hover: hover) and (min-width: 1024px)': { display: 'block' },
  }),
};

/** Number of cards of the stack that are drawn, from the top. */
const DRAWN = 3;
/** Number of cards of the stack, from the top, whose portraits are loaded. */
const AHEAD = 6;
/** Number of remaining cards below which more are requested. */
const MORE_AT = 8;

/** One host at a time: a throw to the right is a like, to the left a skip. By touch, mouse, keyboard or buttons. */
export const SwipeFeed = ({ title }: { readonly title: ReactNode }) => {
  const { t } = useTranslation(['match', 'common']);
  const [, navigate] = useLocation();
  const { list, busy, error, refresh, readMore } = useFeed(true);
  const { message } = usePersonActs();
  const { cards, leaving, returned, last, canUndo, throwTop, undo, forget } = useDeck(list?.people ?? []);
  const drawn = cards.slice(0, DRAWN);
  const top = drawn[0];
  const shown = useShownPeople([...drawn, ...leaving.map(({ person }) => person)].map(({ uid }) => uid));
  useWatchedPeople(drawn.map(({ uid }) => uid));

  const acts = {
    onSkip: () => throwTop('skip'),
    onLike: () => throwTop('like'),
    onMessage: () => top && void message(top.uid, top.nickName),
    onUndo: undo,
  };
  useSwipeKeys(acts);

  const wantsMore = list?.hasMore === true && !busy && !error && cards.length < MORE_AT;
  useEffect(() => {
    if (wantsMore) readMore();
  }, [wantsMore, readMore]);
  const ahead = cards
    .slice(DRAWN, AHEAD)
    .map(({ avatarUrl }) => avatarUrl)
    .join(' ');
  useEffect(() => {
    for (const url of ahead.split(' ').filter(Boolean)) new Image().src = pictureSrc(url, 960);
  }, [ahead]);

  const news = last
    ? t(last.undone ? 'returned' : last.decision.verdict === 'like' ? 'liked' : 'skipped', { name: last.decision.name })
    : '';
  const facing = top ? [top.nickName, t(`common:presence.${shown.get(top.uid)?.status ?? 'offline'}`)].join(', ') : '';
  // The response may arrive before the live query sees the new rows, so an empty stack waits while the list has more.
  const waiting = !list || (cards.length === 0 && (busy || list.hasMore || list.fetchedAt === undefined) && !error);

  return (
    <section css={styles.root} aria-label={t('feed')}>
      {title}
      <Hidden>
        <span role="status">{[news, facing].filter(Boolean).join(' ')}</span>
      </Hidden>
      <div css={styles.stack}>
        {waiting ? (
          <div css={styles.waiting}>
            <CardSkeleton />
          </div>
        ) : null}
        {!waiting && !top ? (
          <Empty
            art={<HeartHandshake size={40} />}
            title={t(error ? 'failed' : 'empty.title')}
            text={error ? explain(error) : t('empty.text')}
            action={
              error ? (
                <Button variant="primary" onClick={refresh}>
                  {t('common:retry')}
                </Button>
              ) : (
                <Link href={WALL} css={buttonStyle} data-look="primary">
                  {t('empty.action')}
                </Link>
              )
            }
          />
        ) : null}
        {[
          ...drawn.map((person, depth) => ({ person, depth, verdict: undefined })).reverse(),
          ...leaving.map(({ person, verdict }) => ({ person, depth: 0, verdict })),
        ].map(({ person, depth, verdict }) => (
          <SwipeCard
            key={person.uid}
            person={person}
            presence={shown.get(person.uid)?.status ?? 'offline'}
            depth={depth}
            leaving={verdict}
            returning={returned?.uid === person.uid ? returned.verdict : undefined}
            onThrow={throwTop}
            onGone={forget}
          />
        ))}
      </div>
      <SwipeActions
        name={top?.nickName}
        onUndo={canUndo ? undo : undefined}
        onSkip={acts.onSkip}
        onLike={acts.onLike}
        onMessage={acts.onMessage}
        onProfile={() => top && navigate(profilePath(top.uid))}
        onCall={() => top && dial(top.uid, 'match')}
      />
      <p css={styles.hint}>{t('hint', { key: 'Z' })}</p>
    </section>
  );
};
