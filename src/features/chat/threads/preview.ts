import type { MessageState } from '#db/schema.ts';

type LastMessage = { readonly lastOut: boolean; readonly lastState: MessageState };

/** Line below the name of a conversation in the list: its draft if there is one, otherwise the last message with its delivery state. */
export type Preview =
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'failed' | 'sending' | 'own' | 'theirs'; readonly text: string };

const WHITE = /\s+/gu;
const PREVIEW_CHARS = 140;

/** Shortens a text to a single line of at most `PREVIEW_CHARS`, so that layout is cheap. */
const line = (text: string) => text.slice(0, PREVIEW_CHARS).replace(WHITE, ' ').trim();

/** Returns the line below the name of a conversation in the list. `words`: text of its last message. */
export function lineUnder(row: LastMessage, words: string, draft: string): Preview {
  if (draft.trim() !== '') return { kind: 'draft', text: line(draft) };
  const text = line(words);
  if (!row.lastOut) return { kind: 'theirs', text };
  switch (row.lastState) {
    case 'error':
      return { kind: 'failed', text };
    case 'sending':
      return { kind: 'sending', text };
    case 'success':
      return { kind: 'own', text };
  }
}
