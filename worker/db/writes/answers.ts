import { midOf, stanzaIdOfMid } from '#contract/ids.ts';
import type { ChatDb, MessageRow } from '../schema.ts';

type Payload = NonNullable<MessageRow['payload']>;

const isAsking = ({ payload }: MessageRow): boolean =>
  payload?.kind === 'ask_gift' || (payload?.kind === 'question_answer' && payload.to === undefined);

/**
 * Records answers in the questions and gift requests that they answer, whichever of the two was stored first. A
 * question is answered once, by the other side. Runs inside the caller's transaction over messages, after `rows` are
 * stored. `own`: the user's local part.
 */
export async function applyAnswers(db: ChatDb, rows: readonly MessageRow[], own: string): Promise<void> {
  const mids = rows.flatMap((row) => {
    if (isAsking(row)) return [row.mid];
    const isAnswer = row.payload?.kind === 'question_answer' || row.payload?.kind === 'gift';
    return isAnswer && row.answers ? [midOf(row.out ? row.tid : own, row.answers)] : [];
  });
  if (mids.length === 0) return;
  for (const asked of await db.messages.where('mid').anyOf(mids).filter(isAsking).toArray()) {
    const answers = db.messages.where('answers').equals(stanzaIdOfMid(asked.mid));
    const theirs = answers.filter(({ tid, out, state }) => tid === asked.tid && out !== asked.out && state !== 'error');
    const payload = (await theirs.sortBy('date'))
      .map((answer) => asked.payload && answered(asked.payload, answer.payload))
      .find((found) => found !== undefined);
    if (payload) await db.messages.put({ ...asked, payload });
  }
}

function answered(asked: Payload, by: Payload | undefined): Payload | undefined {
  if (asked.kind === 'ask_gift') return by?.kind === 'gift' ? { ...asked, isSend: true } : undefined;
  if (asked.kind !== 'question_answer' || by?.kind !== 'question_answer' || by.choice === undefined) return undefined;
  // The options of a predefined question (`q`) are in each reader's translations; a user's own question states its
  // options.
  return asked.q === undefined && by.choice >= asked.options.length ? undefined : { ...asked, chosen: by.choice };
}

/** Reopens the questions whose answers were refused. Runs inside the caller's transaction, after the refused rows are stored. */
export async function undoAnswers(db: ChatDb, refused: readonly MessageRow[]): Promise<void> {
  for (const { answers, tid, out, payload: by } of refused) {
    if (!out || answers === undefined || by?.kind !== 'question_answer') continue;
    const asked = await db.messages.where('mid').equals(midOf(tid, answers)).first();
    if (asked?.payload?.kind !== 'question_answer' || asked.payload.chosen !== by.choice) continue;
    const { chosen: _chosen, ...payload } = asked.payload;
    await db.messages.put({ ...asked, payload });
    // Another answer may have been accepted.
    await applyAnswers(db, [{ ...asked, payload }], '');
  }
}
