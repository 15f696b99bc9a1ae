import type { ReactNode } from 'react';

/** An entry of `Menu`. */
export type MenuAction = {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
};

/** Props of `Menu`. */
export type MenuProps = {
  readonly label: string;
  /** Style of the button: `raised` over a picture or other content. */
  readonly variant?: 'bare' | 'raised';
  readonly actions: readonly MenuAction[];
};

/**
 * How the menu button was pressed while the menu's script was loading, so that the press can be repeated: by a click or tap, or
 * by an arrow key that opens the menu at its first or last entry.
 */
export type MenuPress = 'click' | 'ArrowDown' | 'ArrowUp';
