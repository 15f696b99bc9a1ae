import type { SerializedStyles } from '@emotion/react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useState } from 'react';

/** Steps to another tab that a key asks for, to the end of the line where text runs; undefined for any other key. */
function stepOf(key: string, at: number, count: number, isRtl: boolean): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined;
  const on = (key === 'ArrowRight') === isRtl ? -1 : 1;
  return (at + on + count) % count;
}

type Props<V extends string> = {
  /** Label of the group of tabs. */
  readonly label: string;
  readonly tabs: readonly { readonly value: V; readonly content: ReactNode }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly look: Readonly<Record<'list' | 'tab' | 'panel', SerializedStyles>>;
  readonly listRef?: Ref<HTMLDivElement>;
  /** Wraps the row of tabs, for example in a sticky bar. */
  readonly frame?: ((list: ReactNode) => ReactNode) | undefined;
  /** Content of the chosen tab. */
  readonly children: ReactNode;
};

/** Row of tabs over one panel. One stop for Tab; arrows, Home and End move the focus, Enter and Space choose. */
export const TabRow = <V extends string>(props: Props<V>) => {
  const { label, tabs, value, onChange, look, listRef, frame, children } = props;
  const id = useId();
  const [focused, setFocused] = useState<V>();
  const stop = focused ?? value;
  const panelId = `${id}panel`;
  const idOf = (tab: V) => `${id}tab-${tab}`;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = tabs.findIndex((tab) => tab.value === stop);
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = stepOf(event.key, at, tabs.length, isRtl);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(idOf(tab.value))?.focus();
  };
  const list = (
    <div
      css={look.list}
      ref={listRef}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={() => setFocused(undefined)}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          css={look.tab}
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what a panel shows may have no stop for Tab of its own */}
      <div css={look.panel} role="tabpanel" id={panelId} aria-labelledby={idOf(value)} tabIndex={0}>
        {children}
      </div>
    </>
  );
};
