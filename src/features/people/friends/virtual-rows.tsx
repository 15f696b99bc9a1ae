import { css } from '@emotion/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PersonRow as Person } from '#db/schema.ts';
import { usePresence } from '../../../data/people/use-presence.ts';
import { useWatchedPeople } from '../../../data/people/use-watched-people.ts';
import { PersonRow } from './person-row.tsx';
import type { FriendTab } from './tabs.ts';

const ROW_PX = 76;
const OVERSCAN = 6;
const NEAR_END_ROWS = 10;

const styles = {
  list: css({ position: 'relative' }),
  item: css({ position: 'absolute', insetInline: 0, insetBlockStart: 0 }),
};

/** Returns the nearest ancestor that scrolls vertically; null if there is none. */
function scrollerOf(element: Element): Element | null {
  for (let box = element.parentElement; box; box = box.parentElement)
    if (/auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
  return null;
}

type Props = { readonly list: FriendTab; readonly people: readonly Person[]; readonly onNearEnd: () => void };

/** Virtualized list: only rows near the viewport are in the DOM. Their presence is live. Near the end of `people` it calls `onNearEnd`. */
export const VirtualRows = ({ list, people, onNearEnd }: Props) => {
  const { t } = useTranslation('friends');
  const root = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState<{ readonly scroller: Element; readonly above: number }>();
  const presence = usePresence();

  useLayoutEffect(() => {
    const scroller = root.current && scrollerOf(root.current);
    if (!root.current || !scroller) return;
    const above = root.current.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    setPlace({ scroller, above });
  }, []);

  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => place?.scroller ?? null,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => people[index]?.uid ?? index,
    overscan: OVERSCAN,
    scrollMargin: place?.above ?? 0,
  });
  const shown = rows.getVirtualItems().flatMap(({ index, start }) => {
    const person = people[index];
    return person ? [{ person, index, start }] : [];
  });
  useWatchedPeople(shown.map(({ person }) => person.uid));

  const last = shown.at(-1)?.index ?? 0;
  const near = people.length > 0 && last >= people.length - NEAR_END_ROWS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer list triggers the check again
  useEffect(() => {
    if (near) onNearEnd();
  }, [near, people.length]);

  return (
    <ul ref={root} css={styles.list} aria-label={t(`tabs.${list}`)} style={{ blockSize: rows.getTotalSize() }}>
      {shown.map(({ person, index, start }) => (
        <li
          key={person.uid}
          css={styles.item}
          aria-setsize={people.length}
          aria-posinset={index + 1}
          style={{ transform: `translateY(${start - (place?.above ?? 0)}px)` }}
        >
          <PersonRow list={list} person={person} presence={presence.get(person.uid)} />
        </li>
      ))}
    </ul>
  );
};
