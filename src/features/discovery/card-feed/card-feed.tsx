import { css } from '@emotion/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { UsersRound } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShownPeople } from '../../../data/people/shown-people.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { useFeed } from '../../../data/use-feed.ts';
import { explain } from '../../../i18n/errors.ts';
import { CardSkeleton } from '../../../person/card-skeleton.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Button } from '../../../ui/input/button.tsx';
import { color } from '../../../ui/style/tokens.ts';
import { FeedSlide } from './feed-slide.tsx';
import { FeedSteps } from './feed-steps.tsx';

const styles = {
  root: css({ flex: 1, minBlockSize: 0, position: 'relative', containerType: 'size', backgroundColor: color.ground }),
  scroller: css({
    position: 'absolute',
    inset: 0,
    overflowY: 'auto',
    scrollSnapType: 'block mandatory',
    overscrollBehavior: 'contain',
    scrollbarWidth: 'none',
    '&::-webkit-scrollbar': { display: 'none' },
    '&:focus-visible': { outlineOffset: '-3px' },
  }),
  sheet: css({ position: 'relative' }),
  waiting: css({ position: 'absolute', inset: 0, '& > *': { blockSize: '100%', inlineSize: '100%', borderRadius: 0 } }),
};

/** Returns the height of an element, px, and re-renders when it changes. Slides of the feed have this height. */
function useHeight(of: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(() => innerHeight);
  useLayoutEffect(() => {
    const element = of.current;
    if (!element) return;
    const measure = () => setHeight(element.clientHeight || innerHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [of]);
  return height;
}

const MORE_AT = 5;

/** Feed of full-height portraits, one at a time, changed by scrolling, keys or buttons. */
export const CardFeed = ({ title }: { readonly title: ReactNode }) => {
  const { t } = useTranslation(['match', 'common']);
  const scroller = useRef<HTMLElement>(null);
  const height = useHeight(scroller);
  const { list, busy, error, refresh, readMore } = useFeed(false);
  const people = list?.people ?? [];
  const virtualizer = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    initialRect: { width: innerWidth, height: innerHeight },
    overscan: 1,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the slides are measured again when their height changes
  useEffect(() => virtualizer.measure(), [height]);
  const current = Math.max(0, Math.min(people.length - 1, Math.round((virtualizer.scrollOffset ?? 0) / height)));
  const slides = virtualizer.getVirtualItems();
  const uids = slides.map(({ index }) => people[index]?.uid ?? 0);
  const shown = useShownPeople(uids);
  useWatchedPeople(uids);

  const wantsMore = list?.hasMore === true && !busy && !error && current >= people.length - MORE_AT;
  useEffect(() => {
    if (wantsMore) readMore();
  }, [wantsMore, readMore]);

  const go = (to: number) => virtualizer.scrollToIndex(to, { align: 'start', behavior: 'smooth' });
  const waiting = !list || (people.length === 0 && (busy || (list.fetchedAt === undefined && !error)));
  return (
    <div css={styles.root}>
      {title}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section css={styles.scroller} ref={scroller} aria-label={t('feed')} tabIndex={0}>
        <div css={styles.sheet} style={{ blockSize: virtualizer.getTotalSize() }}>
          {slides.map(({ index, start }) => {
            const person = people[index];
            return person ? (
              <FeedSlide
                key={person.uid}
                person={person}
                shown={shown.get(person.uid)}
                top={start}
                height={height}
                current={index === current}
              />
            ) : null;
          })}
        </div>
      </section>
      {waiting ? (
        <div css={styles.waiting}>
          <CardSkeleton />
        </div>
      ) : null}
      {!waiting && people.length === 0 ? (
        <Empty
          art={<UsersRound size={40} />}
          title={t(error ? 'failed' : 'empty.title')}
          text={error ? explain(error) : t('empty.text')}
          action={
            <Button variant="primary" onClick={refresh}>
              {t('common:retry')}
            </Button>
          }
        />
      ) : null}
      {people.length > 1 ? <FeedSteps at={current} count={people.length} onStep={go} /> : null}
    </div>
  );
};
