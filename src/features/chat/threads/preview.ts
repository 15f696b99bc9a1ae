import type { MessageState } from '#db/schema.ts';

type LastMessage = { readonly lastOut: boolean; readonly lastState: MessageState };

/** Kind of preview that the line of a conversation shows. */
export type Preview =
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'failed' | 'sending' | 'own' | 'theirs'; readonly text: string };

const WHITE = /\s+/gu;
const PREVIEW_CHARS = 140;

/** Returns one line, short enough to be cheap to lay out. */
const line = (text: string) => text.slice(0, PREVIEW_CHARS).replace(WHITE, ' ').trim();

/** Returns the line under the name of a conversation; `words` are those about the last message. */
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
