import type { Element } from '@xmpp/xml';
import { ARCHIVE_QUERIES_PER_SECOND } from '#contract/chat/rules.ts';
import type { AppError, Result } from '#contract/result.ts';
import type { ArchiveRow } from '../../db/schema.ts';
import { readArchivePage, writeArchiveQuery } from '../../xmpp/forwarded.ts';
import type { Inbound } from '../../xmpp/inbound.ts';
import type { StanzaRefusal } from '../../xmpp/iq.ts';

const PAGE_TIMEOUT_MS = 20_000;
/** Pause after a `wait` error. It keeps queries below the server's rate limit of archive pages per second. */
const WAIT_MS = 1_000 / ARCHIVE_QUERIES_PER_SECOND + 100;
const WAITS_MAX = 60;
const FRESH: ArchiveRow = { key: 'archive', newest: '', oldest: '', complete: false, settled: false };

/** The dependencies of the archive catch-up. */
export type ArchivePorts = {
  readonly request: (stanza: Element, timeoutMs: number) => Promise<Result<Element, AppError | StanzaRefusal>>;
  readonly pause: (ms: number) => Promise<void>;
  readonly load: () => Promise<ArchiveRow | undefined>;
  /** Writes a page and the archive row with the position that was read up to, in one transaction. */
  readonly write: (page: readonly Inbound[], row: ArchiveRow, isHistory: boolean) => Promise<void>;
};

/**
 * Creates the catch-up from the account's archive (XEP-0313, XEP-0059). A device with a known newest id reads
 * forwards from that id. A new device reads backwards from the end, so that the latest conversations appear first.
 * Both resume at the stored position.
 */
export function createArchive(ports: ArchivePorts) {
  const pages = new Map<string, Inbound[]>();
  let row: ArchiveRow = FRESH;
  let stopped = false;

  /** Fetches a page. Repeats the query after a pause while the server answers with a `wait` error. */
  async function fetchPage(place: { after: string } | { before: string }) {
    for (let waits = 0; waits < WAITS_MAX && !stopped; waits += 1) {
      const page = await askForPage(place);
      if (page !== 'wait') return page;
      await ports.pause(WAIT_MS);
    }
    return 'failed';
  }

  async function askForPage(place: { after: string } | { before: string }) {
    const queryId = crypto.randomUUID();
    const items: Inbound[] = [];
    pages.set(queryId, items);
    const answer = await ports.request(writeArchiveQuery(queryId, place), PAGE_TIMEOUT_MS);
    pages.delete(queryId);
    if (!answer.ok) {
      if (answer.error.code !== 'refused') return 'failed';
      if (answer.error.wait) return 'wait';
      return answer.error.condition === 'item-not-found' ? 'unknown-id' : 'failed';
    }
    const page = readArchivePage(answer.value);
    return page ? { ...page, items } : 'failed';
  }

  async function readNewer(): Promise<'done' | 'unknown-id' | 'failed'> {
    for (;;) {
      const page = await fetchPage({ after: row.newest });
      if (page === 'failed' || page === 'unknown-id') return page;
      row = { ...row, newest: page.last || row.newest, settled: page.complete };
      await ports.write(page.items, row, false);
      if (page.complete) return 'done';
      if (stopped || page.last === '') return 'failed';
    }
  }

  async function readOlder(isHistory: boolean): Promise<'done' | 'failed'> {
    while (!row.complete) {
      const page = await fetchPage({ before: row.oldest });
      if (page === 'failed') return 'failed';
      if (page === 'unknown-id') row = { ...row, complete: true };
      else {
        const complete = page.complete || page.first === '';
        row = { ...row, newest: row.newest || page.last, oldest: page.first || row.oldest, complete, settled: true };
      }
      await ports.write(page === 'unknown-id' ? [] : page.items, row, isHistory);
      if (stopped) return 'failed';
    }
    return 'done';
  }

  return {
    /** Returns whether this queryid belongs to a query that is still running (threats: forged archive result). */
    isOutstanding: (queryId: string) => pages.has(queryId),
    /** Adds a trusted archive result to the page of its query. */
    collect(item: Inbound & { kind: 'message' | 'mark' }): void {
      if (item.origin.via === 'archive') pages.get(item.origin.queryId)?.push(item);
    },
    /** Reads the whole archive from its end to its start without storing anything. Returns false when reading stopped early. */
    async readAll(take: (page: readonly Inbound[]) => Promise<void>): Promise<boolean> {
      for (let before = ''; !stopped; ) {
        const page = await fetchPage({ before });
        if (page === 'failed' || page === 'unknown-id') return false;
        await take(page.items);
        if (page.complete || page.first === '') return true;
        before = page.first;
      }
      return false;
    },
    /** Fetches messages that may be missing on this device. Returns false when it failed and the caller must retry. */
    async catchUp(): Promise<boolean> {
      row = (await ports.load()) ?? FRESH;
      // An archive that was empty at the last catch-up has no newest id to continue from. Everything in it now is
      // new, not history.
      const wasEmpty = row.newest === '' && row.complete;
      if (row.newest === '') row = FRESH;
      else if (!row.settled) {
        const outcome = await readNewer();
        if (outcome === 'failed') return false;
        if (outcome === 'unknown-id') row = FRESH;
      }
      return (await readOlder(!wasEmpty)) === 'done';
    },
    /**
     * Returns the archive row to commit with a batch of live messages; empty without an archive id, and while the
     * archive has not been read to its end.
     */
    advance(archiveId: string): ArchiveRow[] {
      if (archiveId === '' || !row.settled) return [];
      row = { ...row, newest: archiveId };
      return [row];
    },
    stop(): void {
      stopped = true;
    },
  };
}
