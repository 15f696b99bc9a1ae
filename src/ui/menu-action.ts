import type { ReactNode } from 'react';

export type MenuAction = {
  readonly key: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly run: () => void;
};

export type MenuProps = {
  readonly label: string;
  /** Position of the button over the content beneath it. */
  readonly look?: 'bare' | 'raised';
  readonly actions: readonly MenuAction[];
};

/** How the button was pressed: by a click or a tap, or by an arrow that opens the menu at its first or last entry. */
export type MenuPress = 'click' | 'ArrowDown' | 'ArrowUp';
