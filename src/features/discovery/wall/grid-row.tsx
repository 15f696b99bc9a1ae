import { css } from '@emotion/react';
import { profilePath } from '#contract/paths.ts';
import type { ShownPeople } from '../../../data/people/shown-people.ts';
import { CardSkeleton } from '../../../person/card-skeleton.tsx';
import { PersonCard } from '../../../person/person-card.tsx';
import { usePersonActs } from '../../../person/use-person-acts.ts';
import { CARD_SIZES, type Layout } from './columns.ts';

const styles = {
  root: css({
    position: 'absolute',
    insetBlockStart: 0,
    insetInline: 0,
    display: 'grid',
    alignItems: 'start',
    contain: 'layout style',
  }),
};

/** Number of rows whose portraits are loaded with priority. */
const EARLY_ROWS = 2;

type Props = {
  readonly row: number;
  /** Distance from the top of the grid, px. */
  readonly top: number;
  readonly layout: Layout;
  readonly uids: readonly number[];
  /** Whether the list has further pages, so that its length is unknown. */
  readonly endless: boolean;
  readonly people: ShownPeople;
  /** Uid of the card that is the tab stop of the grid. */
  readonly tabStop: number | undefined;
  readonly withoutActs: boolean;
  readonly calls: 'gems' | 'silver' | 'none';
  readonly onFocus: (uid: number) => void;
  readonly onDrawn: (card: HTMLElement | null) => void;
};

/** One row of the grid. Users who are not loaded yet are drawn as skeletons. */
export const GridRow = ({ row, top, layout: { columns, gap }, uids, people, ...rest }: Props) => {
  const { endless, tabStop, withoutActs, calls, onFocus, onDrawn } = rest;
  const acts = usePersonActs();
  const onCall = { gems: acts.call, silver: acts.silverCall, none: undefined }[calls];
  const start = row * columns;
  const places = start < uids.length ? Math.min(columns, uids.length - start) : columns;
  return (
    <div
      css={styles.root}
      style={{
        gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
        gap,
        transform: `translateY(${top}px)`,
      }}
    >
      {Array.from({ length: places }, (_, column) => {
        const uid = uids[start + column];
        const shown = uid === undefined ? undefined : people.get(uid);
        if (uid === undefined || !shown) return <CardSkeleton key={uid ?? `waiting-${start + column}`} />;
        return (
          // biome-ignore lint/a11y/useSemanticElements: row elements are between the list and its items
          <div
            key={uid}
            role="listitem"
            data-person={uid}
            ref={onDrawn}
            aria-setsize={endless ? -1 : uids.length}
            aria-posinset={start + column + 1}
            onFocus={() => onFocus(uid)}
          >
            <PersonCard
              person={shown.person}
              presence={shown.status}
              liked={shown.liked}
              href={profilePath(uid)}
              sizes={CARD_SIZES}
              early={row < EARLY_ROWS}
              tabbable={uid === tabStop}
              {...(withoutActs ? {} : { onLike: acts.like, onMessage: acts.message })}
              {...(withoutActs || !onCall ? {} : { onCall })}
              forGems={calls === 'gems'}
            />
          </div>
        );
      })}
    </div>
  );
};
