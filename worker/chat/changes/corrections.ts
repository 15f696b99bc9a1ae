import { SENSITIVE_PORN } from '#contract/chat/rules.ts';
import { localOfMid } from '#contract/ids.ts';
import { compareMessages, isPending } from '../../db/reads/message-order.ts';
import type { MessageRow } from '../../db/schema.ts';

/** Returns whether a side message has the reactions of its sender to another one. */
export const isReaction = ({ payload }: MessageRow): boolean => payload?.kind === 'reaction';

type Correction = MessageRow & { readonly payload: Extract<MessageRow['payload'], { readonly kind: 'correction' }> };
/** Returns whether a side message replaces the text of an earlier message of its sender. */
export const isCorrection = (row: MessageRow): row is Correction => row.payload?.kind === 'correction';

/**
 * Returns a message with the text of the newest of the corrections in `changes` by its sender, whatever order they arrived in; with its
 * original text without one. Pending corrections are newer than accepted ones. A message that was deleted, is flagged as pornographic or is
 * no text stays as it is.
 */
export function withCorrections(row: MessageRow, changes: readonly MessageRow[]): MessageRow {
  const sender = localOfMid(row.mid);
  const newest = changes
    .filter(isCorrection)
    .filter(({ mid }) => localOfMid(mid) === sender)
    .toSorted(compareMessages)
    .at(-1);
  const { edited, translate, editRefused, ...rest } = row;
  if (row.retract === 'done' || (!newest && !edited)) return row;
  const original = edited?.original ?? { payload: row.payload, sensitiveInfo: row.sensitiveInfo };
  if (original.payload?.kind !== 'text' || (original.sensitiveInfo & SENSITIVE_PORN) !== 0) return row;
  const note = editRefused && !(newest && isPending(newest)) ? { editRefused } : {};
  if (!newest) return { ...rest, ...original, ...note };
  const { body } = newest.payload;
  const isSame = row.payload?.kind === 'text' && row.payload.body === body;
  return {
    ...rest,
    ...note,
    ...(isSame && translate && { translate }),
    payload: { kind: 'text', body },
    sensitiveInfo: newest.sensitiveInfo,
    edited: { at: newest.date, original },
  };
}

const newestReactions = (changes: readonly MessageRow[], out: boolean): readonly string[] => {
  const newest = changes
    .filter((row) => isReaction(row) && row.out === out)
    .toSorted(compareMessages)
    .at(-1);
  return newest?.payload?.kind === 'reaction' ? newest.payload.emoji : [];
};

/** Returns a message with the newest reactions of each side in `changes`, whatever order they arrived in. */
export function withReactions(row: MessageRow, changes: readonly MessageRow[]): MessageRow {
  if (row.retract === 'done' || (!row.reactions && !changes.some(isReaction))) return row;
  const { reactions: _reactions, ...rest } = row;
  const [own, peer] = [newestReactions(changes, true), newestReactions(changes, false)];
  return own.length + peer.length > 0 ? { ...rest, reactions: { own, peer } } : rest;
}
