import type { LucideIcon } from 'lucide-react';
import type { Part } from '../../ui/later.tsx';
import type { Press } from '../voice/press.ts';

/** Where a tool is offered. A role is undefined while it is not known. */
export type TrayPlace = {
  readonly role: number | undefined;
  readonly peerRole: number | undefined;
  readonly where: 'chat' | 'call';
};
export type TrayToolProps = {
  readonly tid: string;
  readonly uid: number;
  /** It was begun outside the tray, and is at work at once: held by a finger, or by a key. */
  readonly begun?: Press | 'key';
  readonly onClose: () => void;
};

/** One thing besides words that can be sent from the composer. */
export type TrayTool = {
  readonly key: string;
  readonly icon: LucideIcon;
  /** Says its name in the language of the page. */
  readonly label: () => string;
  /** Drawn above the input until it calls `onClose`. */
  readonly part: Part<TrayToolProps>;
  readonly shows: (at: TrayPlace) => boolean;
};

/** Those that are offered there, in the order of the table. */
export const toolsAt = (table: readonly TrayTool[], at: TrayPlace): readonly TrayTool[] =>
  table.filter(({ shows }) => shows(at));
