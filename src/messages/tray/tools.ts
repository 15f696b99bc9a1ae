import type { LucideIcon } from 'lucide-react';
import type { Part } from '../../ui/lazy.tsx';
import type { Press } from '../voice/press.ts';

/** Context that decides which tools are offered. A role is undefined until it is known. */
export type TrayPlace = {
  readonly role: number | undefined;
  readonly peerRole: number | undefined;
  readonly where: 'chat' | 'call';
};
/** Props of a tool's component. `uid` is the peer. */
export type TrayToolProps = {
  readonly tid: string;
  readonly uid: number;
  /** Set if the tool was opened outside the tray and starts at once: by the pointer that is still pressed, or by a key. */
  readonly begun?: Press | 'key';
  readonly onClose: () => void;
};

/** Something besides text that can be sent from the composer. */
export type TrayTool = {
  readonly key: string;
  readonly icon: LucideIcon;
  /** Returns the name in the current language. */
  readonly label: () => string;
  /** Component shown above the input until it calls `onClose`. */
  readonly part: Part<TrayToolProps>;
  readonly shows: (at: TrayPlace) => boolean;
};

/** Tools offered in a context, in the order of the table. */
export const toolsAt = (table: readonly TrayTool[], at: TrayPlace): readonly TrayTool[] =>
  table.filter(({ shows }) => shows(at));
