import type { ChatDb } from '../schema.ts';
import { MESSAGE_ORDER, type Place } from './message-order.ts';

type Range = { readonly from?: Place; readonly to?: Place; readonly withFrom?: boolean; readonly withTo?: boolean };

/** Returns the messages of a conversation in their order, by default all; `from` and `to` are included unless stated otherwise. */
export const messagesInOrder = (
  { messages }: Pick<ChatDb, 'messages'>,
  tid: string,
  { from, to, withFrom = true, withTo = true }: Range = {},
) =>
  messages
    .where(MESSAGE_ORDER)
    // `[tid]` sorts before all keys that begin with it, and an array after all numbers (IndexedDB).
    .between([tid, ...(from ?? [])], [tid, ...(to ?? [[]])], withFrom, withTo);
