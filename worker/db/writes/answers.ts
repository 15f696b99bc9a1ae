import { midOf, stanzaIdOfMid } from '#contract/ids.ts';
import { compareMessages } from '../reads/message-order.ts';
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
  for (const question of await db.messages.where('mid').anyOf(mids).filter(isAsking).toArray()) {
    const answers = db.messages.where('answers').equals(stanzaIdOfMid(question.mid));
    const theirs = answers.filter(
      ({ tid, out, state }) => tid === question.tid && out !== question.out && state !== 'error',
    );
    const payload = (await theirs.toArray())
      .toSorted(compareMessages)
      .map((answer) => question.payload && answered(question.payload, answer.payload))
      .find((found) => found !== undefined);
    if (payload) await db.messages.put({ ...question, payload });
  }
}

function answered(question: Payload, by: Payload | undefined): Payload | undefined {
  if (question.kind === 'ask_gift') return by?.kind === 'gift' ? { ...question, isSend: true } : undefined;
  if (question.kind !== 'question_answer' || by?.kind !== 'question_answer' || by.choice === undefined)
    return undefined;
  // The options of a predefined question (`q`) are in each reader's translations; a user's own question states its
  // options.
  return question.q === undefined && by.choice >= question.options.length
    ? undefined
    : { ...question, chosen: by.choice };
}

/** Reopens the questions whose answers were refused. Runs inside the caller's transaction, after the refused rows are stored. */
export async function undoAnswers(db: ChatDb, refused: readonly MessageRow[]): Promise<void> {
  for (const { answers, tid, out, payload: by } of refused) {
    if (!out || answers === undefined || by?.kind !== 'question_answer') continue;
    const question = await db.messages.where('mid').equals(midOf(tid, answers)).first();
    if (question?.payload?.kind !== 'question_answer' || question.payload.chosen !== by.choice) continue;
    const { chosen: _chosen, ...payload } = question.payload;
    await db.messages.put({ ...question, payload });
    // Another answer may have been accepted.
    await applyAnswers(db, [{ ...question, payload }], '');
  }
}
