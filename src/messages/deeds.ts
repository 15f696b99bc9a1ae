import { createContext } from 'react';
import type { MessageRow } from '#db/schema.ts';

/** What can be done with the messages of a conversation. */
export type Deeds = {
  /** The other side. */
  readonly uid: number;
  readonly name: string;
  /** Absent where nothing can be written. */
  readonly reply?: (row: MessageRow) => void;
  /** Puts the caret into the input. Absent where nothing can be written. */
  readonly write?: () => void;
  readonly jumpTo: (row: Pick<MessageRow, 'mid' | 'date'>) => void;
  /** Whether addresses in their words can be pressed: not those of strangers. */
  readonly opensLinks: boolean;
};

/** Without it messages are only shown. */
export const DeedsContext = createContext<Deeds | undefined>(undefined);
