import { createContext } from 'react';
import type { MessageRow } from '#db/schema.ts';

/** Actions on the messages of a conversation. */
export type MessageActions = {
  /** The peer. */
  readonly uid: number;
  readonly name: string;
  /** Starts a reply. Absent if the user cannot write in the conversation. */
  readonly reply?: (row: MessageRow) => void;
  /** Focuses the input. Absent if the user cannot write in the conversation. */
  readonly write?: () => void;
  /** Scrolls to a message and highlights it. */
  readonly jumpTo: (row: Pick<MessageRow, 'mid' | 'date'>) => void;
  /** Whether links in received messages can be opened: only those of friends and of the team. */
  readonly opensLinks: boolean;
};

/** Undefined outside a conversation with actions; messages are then read-only. */
export const MessageActionsContext = createContext<MessageActions | undefined>(undefined);
