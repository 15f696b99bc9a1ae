import { createContext } from 'react';
import type { MessageRow } from '#db/schema.ts';

/** Actions of the conversation page that bubbles and their menus call, such as reply. */
export type MessageActions = {
  /** The uid and the name of the peer. */
  readonly uid: number;
  readonly name: string;
  /** Starts a reply. Absent if the user cannot write in the conversation. */
  readonly reply?: (row: MessageRow) => void;
  /** Adds a reaction of the user or takes it back. Absent if the user cannot write in the conversation, or its peer is the team. */
  readonly react?: (row: MessageRow, emoji: string, isOn: boolean) => void;
  /** Edits a text of the user in place of the input. Absent if the user cannot write in the conversation, or its peer is the team. */
  readonly edit?: (row: MessageRow) => void;
  /** Focuses the input, without a message to reply to. Absent if the user cannot write in the conversation. */
  readonly write?: () => void;
  /** Scrolls to a message and highlights it. */
  readonly jumpTo: (row: Pick<MessageRow, 'mid' | 'stamp' | 'archiveId'>) => void;
  /** Whether links in received messages can be opened: only those of friends and of the team. */
  readonly opensLinks: boolean;
};

/**
 * Provides `MessageActions` to bubbles. Undefined in views without a conversation page, such as a preview; messages are read-only
 * there.
 */
export const MessageActionsContext = createContext<MessageActions | undefined>(undefined);

/**
 * Takes whether the upload of a file of the message has failed. The bubbles of files, which are loaded later than the mark, report it
 * (`useBatch`): the message itself waits for its files in the state `sending`.
 */
export const UploadFailed = createContext<(hasFailed: boolean) => void>(() => {});
