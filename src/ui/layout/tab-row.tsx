import type { SerializedStyles } from '@emotion/react';
import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { pressedKey } from '../keys.ts';

/** Returns the index of the tab that a key moves to, considering the text direction; undefined for any other key. */
function stepOf(key: string, at: number, count: number, isRtl: boolean): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const on = (key === 'ArrowRight') === isRtl ? -1 : 1;
  return (at + on + count) % count;
}

type Props<V extends string> = {
  /** Accessible name of the group of tabs. */
  readonly label: string;
  readonly tabs: readonly { readonly value: V; readonly content: ReactNode }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly styles: Readonly<Record<'list' | 'tab' | 'panel', SerializedStyles>>;
  /** Wraps the row of tabs, for example in a sticky bar. */
  readonly frame?: ((list: ReactNode) => ReactNode) | undefined;
  /** Content of the selected tab. */
  readonly children: ReactNode;
};

/** Scrolls a row horizontally so that the selected tab is as close to its middle as possible. */
function showChosen(row: HTMLElement): void {
  const chosen = row.querySelector('[data-active]')?.getBoundingClientRect();
  if (!chosen) return;
  const { left, width } = row.getBoundingClientRect();
  row.scrollLeft += chosen.left + chosen.width / 2 - (left + width / 2);
}

/**
 * A row of tabs over one panel; the selected tab is always scrolled into view. One Tab stop: arrows, Home and End
 * move the focus, Enter and Space select (decisions: tabs of our own).
 */
export const TabRow = <V extends string>(props: Props<V>) => {
  const { label, tabs, value, onChange, styles, frame, children } = props;
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<V>();
  const stop = focused ?? value;
  const panelId = `${id}panel`;
  const idOf = (tab: V) => `${id}tab-${tab}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the selection or the length of the labels changes
  useLayoutEffect(() => {
    if (row.current) showChosen(row.current);
  }, [value, label]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex((tab) => tab.value === stop);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = stepOf(pressedKey(event), at, tabs.length, isRtl);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(idOf(tab.value))?.focus();
  };
  const list = (
    <div
      css={styles.list}
      ref={row}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(undefined)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          css={styles.tab}
          role="tab"
          id={idOf(tab.value)}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? panelId : undefined}
          data-active={tab.value === value || undefined}
          tabIndex={tab.value === stop ? 0 : -1}
          onFocus={() => setFocused(tab.value)}
          onClick={() => onChange(tab.value)}
        >
          {tab.content}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {frame ? frame(list) : list}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the panel's content may have no focusable element */}
      <div css={styles.panel} role="tabpanel" id={panelId} aria-labelledby={idOf(value)} tabIndex={0}>
        {children}
      </div>
    </>
  );
};
