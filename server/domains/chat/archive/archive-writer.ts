import type { Database } from '../../../platform/database/connect.ts';
import { type Metrics, noMetrics } from '../../../platform/metrics/metrics.ts';
import { batchWrites, ItemRefused } from './batch-writes.ts';
import { type ArchiveCopy, writeArchive } from './write.ts';

/**
 * A message from one account to another, as the edge archives it. When `isOwnOnly` is true, only the sender's archive gets a copy.
 * `peerStanza`: the recipient's copy, where it differs from the sender's.
 */
export type MessageToArchive = Pick<ArchiveCopy, 'mid' | 'at' | 'stanza'> & {
  readonly from: number;
  readonly to: number;
  readonly isOwnOnly: boolean;
  readonly peerStanza?: string;
};

/**
 * Result of archiving a message: the archive ids of both copies, and the stanza to forward with its time `at`, ms: those archived first
 * under this stanza id.
 */
export type ArchivedIds = {
  readonly own: string;
  readonly peers: string | undefined;
  readonly stanza: string;
  readonly at: number;
};

/** Archives a message before the edge forwards it. Rejects when it is not certain that the message is stored; it is then not forwarded. */
export type ArchiveMessage = (message: MessageToArchive) => Promise<ArchivedIds>;

/**
 * Creates the function that archives the messages of all streams of this process in batches. It rejects when it is not certain that a
 * message is stored.
 */
export function createArchiveWriter(db: Pick<Database, 'execute'>, metrics: Metrics = noMetrics): ArchiveMessage {
  return batchWrites(async (messages: readonly MessageToArchive[]) => {
    const copies = messages.map(copiesOf);
    const written = await writeArchive(db, copies.flat()).catch((error: unknown) => {
      metrics.measure('archiveBatch', 'failed', messages.length);
      throw isOfItem(error) ? new ItemRefused('not fit for the archive', { cause: error }) : error;
    });
    metrics.measure('archiveBatch', 'written', messages.length);
    let at = 0;
    return messages.map(({ stanza, at: stamp }, index) => {
      const [own, peers] = written.slice(at, at + (copies[index]?.length ?? 0));
      at += copies[index]?.length ?? 0;
      return { own: own?.id ?? '', peers: peers?.id, stanza: own?.earlier ?? stanza, at: own?.at ?? stamp };
    });
  });
}

function copiesOf({ from, to, isOwnOnly, peerStanza, ...rest }: MessageToArchive): ArchiveCopy[] {
  const own: ArchiveCopy = { ...rest, owner: from, peer: to, out: true };
  return isOwnOnly ? [own] : [own, { ...rest, owner: to, peer: from, out: false, stanza: peerStanza ?? rest.stanza }];
}

/** Returns whether the SQLSTATE is of class 22 (data exception) or 23 (constraint violation): the same row would be rejected again. */
function isOfItem(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' && /^2[23]/.test(code);
}
