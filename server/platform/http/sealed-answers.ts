import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import { isExternalId } from '../../../contract/ids.ts';
import type { Queries, Transaction } from '../database/connect.ts';
import type { Job } from '../jobs/jobs.ts';
import { OPERATION_REUSED } from './failures.ts';
import type { Answer, AnswerStore } from './idempotency.ts';
import { canonicalJson } from './json.ts';
import { sealedAnswer } from './tables.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** How long a sealed answer is stored, in minutes; longer than a client retries a call (four attempts of 10 s). */
const KEPT_MINUTES = 60;
const FORGET_EVERY_MS = 600_000;

/**
 * Whether an Idempotency-Key can encrypt an answer: it has at least the 126 bits of a request id. Endpoints with sealed answers refuse
 * others.
 */
export const isSealingKey = (key: string) => isExternalId(key) && key.length >= REQUEST_ID_LENGTH;

/** A call whose answer is stored encrypted, such as a login, whose answer contains a token. */
export type SealedCall = {
  readonly endpoint: string;
  /** The token hash of the caller; empty for a caller without a token. */
  readonly caller: string;
  readonly key: string;
  readonly data: unknown;
};

/**
 * Creates the store of one call's answer that contains a secret (logins), which is readable only with the call's Idempotency-Key. The key
 * is not stored: row id, body check and encryption key are HMACs under it. So the database contains neither the token in an answer, nor a
 * hash by which a password in the body could be guessed. The answer is bound to endpoint, caller and body: it outlives the caller's
 * token, and no other caller gets it.
 */
export function sealedStore({ endpoint, caller, key, data }: SealedCall): AnswerStore {
  const derive = (purpose: string, text = '') =>
    createHmac('sha256', key).update([purpose, endpoint, caller, text].join('\n')).digest();
  const id = derive('id').toString('base64url');
  const bodyMac = derive('body', canonicalJson(data ?? {})).toString('base64url');
  const secret = derive('answer');

  function seal(answer: Answer): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, secret, iv);
    const sealed = [cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()];
    return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
  }

  function open(text: string): Answer {
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(CIPHER, secret, bytes.subarray(0, IV_BYTES));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plain = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(plain).toString('utf8')) as Answer;
  }

  return {
    async claim(tx: Transaction) {
      const claimed = await tx
        .insert(sealedAnswer)
        .values({ id, bodyMac, answer: '' })
        .onConflictDoNothing()
        .returning({ id: sealedAnswer.id });
      return claimed.length > 0;
    },
    async find(db: Queries) {
      const [saved] = await db.select().from(sealedAnswer).where(eq(sealedAnswer.id, id));
      if (saved === undefined) return undefined;
      if (saved.bodyMac !== bodyMac) return { ok: false, error: OPERATION_REUSED };
      return { ok: true, value: open(saved.answer) };
    },
    async save(tx, answer) {
      await tx
        .update(sealedAnswer)
        .set({ answer: seal(answer) })
        .where(eq(sealedAnswer.id, id));
    },
  };
}

/** Creates the job that deletes sealed answers which are older than 60 minutes; clients retry for less. */
export const forgetSealedAnswers = (db: Queries): Job => ({
  name: 'forget sealed answers',
  everyMs: FORGET_EVERY_MS,
  run: async () => {
    await db
      .delete(sealedAnswer)
      .where(sql`${sealedAnswer.createdAt} < now() - make_interval(mins => ${KEPT_MINUTES})`);
  },
});
