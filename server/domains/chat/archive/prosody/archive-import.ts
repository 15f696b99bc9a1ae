import { createReadStream } from 'node:fs';
import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/connect.ts';
import type { Logger } from '../../../../platform/log/logger.ts';
import type { ArchiveCopy } from '../write.ts';
import { readItem } from './item.ts';

const ROWS_AT_ONCE = 500;
/** Pause between two accounts, so that messages sent meanwhile do not wait for the whole import. */
const PAUSE_MS = 5;
const FILE = /^u%5f([1-9]\d{0,14})\.list$/;

/** Import of Prosody's archive files into the archive table, per account. */
export type ArchiveImport = {
  /** Resolves when Prosody's messages of this account are in the archive; immediately for an account without a file to import. */
  ready(owner: number): Promise<void>;
  /** Imports all accounts one after another, until done or aborted. */
  all(signal: AbortSignal): Promise<void>;
};

/** Encodes a file name like Prosody: every character except letters and digits becomes %xx. */
const encoded = (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/**
 * Opens the import of the archive files of Prosody's internal storage, from when Prosody stored the archive: one file per account below
 * `data/<host>/archive`. The id of a row is its position in the file, which is below all ids of the sequence; so the order is preserved,
 * and repeating the import creates no duplicates. An imported file is deleted; a file with unreadable items is renamed to `*.unread` for
 * the operator.
 */
export async function openArchiveImport(options: {
  readonly db: Pick<Database, 'execute'>;
  /** Prosody's data folder. */
  readonly dataDir: string;
  readonly domain: string;
  readonly log: Logger;
}): Promise<ArchiveImport> {
  const { db, domain, log } = options;
  const folder = join(options.dataDir, 'data', encoded(domain), 'archive');
  const waiting = new Set<number>(await ownersIn(folder));
  const running = new Map<number, Promise<void>>();

  async function importOwner(owner: number): Promise<void> {
    const file = join(folder, `u%5f${owner}.list`);
    let place = 0;
    let unreadable = 0;
    const rows: (ArchiveCopy & { id: number })[] = [];
    for await (const text of itemsOf(file)) {
      place += 1;
      const item = readItem(text, owner, domain);
      if (item === 'unreadable') unreadable += 1;
      if (typeof item === 'object') rows.push({ ...item.copy, id: place });
      if (rows.length >= ROWS_AT_ONCE) await insert(db, rows.splice(0));
    }
    if (rows.length > 0) await insert(db, rows);
    if (unreadable > 0) {
      log.warn(
        { owner, unreadable, items: place },
        'failed to read some items of a Prosody archive; the file is retained',
      );
      await rename(file, `${file}.unread`);
    } else await unlink(file);
    waiting.delete(owner);
  }

  function once(owner: number): Promise<void> {
    const known =
      running.get(owner) ??
      importOwner(owner)
        .catch(giveUp)
        .finally(() => running.delete(owner));
    running.set(owner, known);
    return known;

    /** An unreadable file must not block the account's newer messages. The next start tries again. */
    function giveUp(error: unknown): void {
      if (!(error instanceof FileUnreadable)) throw error;
      log.warn({ owner, err: error, reason: error.message }, 'failed to read a Prosody archive');
      waiting.delete(owner);
    }
  }

  return {
    ready: (owner) => (waiting.has(owner) ? once(owner) : Promise.resolve()),
    async all(signal) {
      if (waiting.size > 0) log.info({ accounts: waiting.size }, 'importing the Prosody archive');
      for (const owner of [...waiting]) {
        if (signal.aborted) return;
        await once(owner).catch((error: unknown) =>
          log.warn({ owner, err: error }, 'failed to import a Prosody archive'),
        );
        await wait(PAUSE_MS);
      }
    },
  };
}

async function ownersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return [];
    throw error;
  });
  return names.flatMap((name) => {
    const uid = FILE.exec(name)?.[1];
    return uid === undefined ? [] : [Number(uid)];
  });
}

/** Yields the table of each `item({ ... });`. Prosody escapes line breaks in texts, so an item starts and ends at a line break. */
async function* itemsOf(file: string): AsyncGenerator<string> {
  let lines: string[] | undefined;
  for await (const line of linesOf(file)) {
    if (line.startsWith('item({')) {
      // The previous item is truncated.
      if (lines) yield lines.join('\n');
      lines = [];
    }
    lines?.push(line);
    if (line !== '});' || !lines) continue;
    yield lines.join('\n').slice('item('.length, -');'.length);
    lines = undefined;
  }
  if (lines) yield lines.join('\n');
}

class FileUnreadable extends Error {}

/**
 * Yields the lines of a file, decoded as Latin-1 so that each byte is one character, and split at line feeds only: `readline` also
 * splits at other characters.
 */
async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = '';
  try {
    for await (const chunk of createReadStream(file, 'latin1') as AsyncIterable<string>) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new FileUnreadable(wordsOf(error));
  }
  if (rest !== '') yield rest;
}

/** Inserts rows. Existing ones are left unchanged: they come from an earlier attempt, or Prosody stored a resent message twice. */
async function insert(db: Pick<Database, 'execute'>, rows: readonly (ArchiveCopy & { id: number })[]): Promise<void> {
  const column = (of: (row: ArchiveCopy & { id: number }) => unknown, type: 'bigint' | 'boolean' | 'text'): SQL =>
    sql`${sql.param(rows.map(of))}::${sql.raw(type)}[]`;
  await db.execute(sql`
    insert into archive (owner, id, peer, out, mid, at, stanza) overriding system value
    select owner, id, peer, out, mid, to_timestamp(at / 1000.0), stanza from unnest(
      ${column(({ owner }) => owner, 'bigint')}, ${column(({ id }) => id, 'bigint')}, ${column(({ peer }) => peer, 'bigint')},
      ${column(({ out }) => out, 'boolean')}, ${column(({ mid }) => mid, 'text')}, ${column(({ at }) => at, 'bigint')},
      ${column(({ stanza }) => stanza, 'text')}
    ) as given (owner, id, peer, out, mid, at, stanza)
    on conflict do nothing`);
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : 'unknown');
