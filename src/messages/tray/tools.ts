import type { LucideIcon } from 'lucide-react';
import type { LazyPart } from '../../ui/lazy.tsx';
import type { Press } from '../voice/press.ts';

/**
 * Context that decides which tools the composer offers: roles, and whether it is on the messages page or over a call. A role is
 * undefined until it is known.
 */
export type TrayPlace = {
  readonly role: number | undefined;
  readonly peerRole: number | undefined;
  readonly where: 'chat' | 'call';
};
/** Props of the component of a tool: the conversation, how the tool was opened, and its callbacks. `uid`: the peer. */
export type TrayToolProps = {
  readonly tid: string;
  readonly uid: number;
  /** Set if the tool was opened outside the tray and starts at once: by the pointer that is still pressed, or by a key. */
  readonly startedBy?: Press | 'key';
  /** Inserts text into the input, at the caret; absent outside the tray. */
  readonly onInsert?: (text: string) => void;
  readonly onClose: () => void;
};

/** A tool of the composer's tray: it sends something besides a typed text, such as pictures or a location, or inserts a saved reply. */
export type TrayTool = {
  readonly key: string;
  readonly icon: LucideIcon;
  /** Returns the name in the current language. */
  readonly label: () => string;
  /** Component shown above the input until it calls `onClose`. */
  readonly part: LazyPart<TrayToolProps>;
  readonly shows: (at: TrayPlace) => boolean;
};

/** Returns the tools of a table that are offered in a context, in the order of the table. */
export const toolsAt = (table: readonly TrayTool[], at: TrayPlace): readonly TrayTool[] =>
  table.filter(({ shows }) => shows(at));
