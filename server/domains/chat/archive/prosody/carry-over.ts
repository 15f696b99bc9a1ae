import { createReadStream } from 'node:fs';
import { readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/connect.ts';
import type { Logger } from '../../../../platform/log/logger.ts';
import type { Copy } from '../write.ts';
import { readItem } from './item.ts';

const ROWS_AT_ONCE = 500;
/** Between two owners, so that whoever asks meanwhile does not wait for the whole of it. */
const PAUSE_MS = 5;
const FILE = /^u%5f([1-9]\d{0,14})\.list$/;

export type CarryOver = {
  /** Resolves when what Prosody kept of this account is in our archive: at once for most. */
  ready(owner: number): Promise<void>;
  /** Everybody, one after the other, until it is done or ended. */
  all(signal: AbortSignal): Promise<void>;
};

/** Prosody's file names: everything but letters and digits as %xx. */
const encoded = (text: string) =>
  text.replace(/[^A-Za-z0-9]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);

/**
 * Carries over what Prosody's internal storage holds from the time when the archive was its: a file for each account below
 * `data/<host>/archive`. A row's id is its place in the file, below all ids of ours, so that doing it again doubles
 * nothing and the order stays. A file that is done is deleted; one with items that cannot be read is kept aside for
 * whoever looks at the log.
 */
export async function openCarryOver(options: {
  readonly db: Pick<Database, 'execute'>;
  /** Prosody's own folder. */
  readonly dataDir: string;
  readonly domain: string;
  readonly log: Logger;
}): Promise<CarryOver> {
  const { db, domain, log } = options;
  const folder = join(options.dataDir, 'data', encoded(domain), 'archive');
  const waiting = new Set<number>(await ownersIn(folder));
  const running = new Map<number, Promise<void>>();

  async function carry(owner: number): Promise<void> {
    const file = join(folder, `u%5f${owner}.list`);
    let place = 0;
    let unreadable = 0;
    const rows: (Copy & { id: number })[] = [];
    for await (const text of itemsOf(file)) {
      place += 1;
      const item = readItem(text, owner, domain);
      if (item === 'unreadable') unreadable += 1;
      if (typeof item === 'object') rows.push({ ...item.copy, id: place });
      if (rows.length >= ROWS_AT_ONCE) await insert(db, rows.splice(0));
    }
    if (rows.length > 0) await insert(db, rows);
    if (unreadable > 0) {
      log.warn({ owner, unreadable, items: place }, 'not everything in an old archive can be read; its file is kept');
      await rename(file, `${file}.unread`);
    } else await unlink(file);
    waiting.delete(owner);
  }

  function once(owner: number): Promise<void> {
    const known =
      running.get(owner) ??
      carry(owner)
        .catch(giveUp)
        .finally(() => running.delete(owner));
    running.set(owner, known);
    return known;

    /** A file that cannot be read must not keep its owner from everything newer. The next start tries again. */
    function giveUp(error: unknown): void {
      if (!(error instanceof FileUnreadable)) throw error;
      log.warn({ owner, reason: error.message }, 'failed to read an old archive');
      waiting.delete(owner);
    }
  }

  return {
    ready: (owner) => (waiting.has(owner) ? once(owner) : Promise.resolve()),
    async all(signal) {
      if (waiting.size > 0) log.info({ accounts: waiting.size }, 'carrying over the old archive');
      for (const owner of [...waiting]) {
        if (signal.aborted) return;
        await once(owner).catch((error: unknown) => log.warn({ owner, err: error }, 'an old archive stays'));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
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

/** The tables of `item({ ... });`. Prosody escapes line breaks in texts, so lines tell where an item begins and ends. */
async function* itemsOf(file: string): AsyncGenerator<string> {
  let lines: string[] | undefined;
  for await (const line of linesOf(file)) {
    if (line.startsWith('item({')) {
      // The write of the item before was cut.
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

/** Of bytes, a character for each, and by line feeds alone: `readline` takes other signs for the end of a line, too. */
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

/** What is there already stays: from an earlier try, or because Prosody kept a resent message twice. */
async function insert(db: Pick<Database, 'execute'>, rows: readonly (Copy & { id: number })[]): Promise<void> {
  const column = (of: (row: Copy & { id: number }) => unknown, type: 'bigint' | 'boolean' | 'text'): SQL =>
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
