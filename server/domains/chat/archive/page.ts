import { and, asc, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import { ARCHIVE_PAGE_SIZE } from '../../../../contract/chat/rules.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { archive } from '../tables.ts';

/**
 * The range that an archive query requests. An empty `before` requests the last page (XEP-0059). `peer` is a uid, times are in ms, ids
 * are archive ids.
 */
export type Range = {
  readonly peer?: number;
  readonly after?: string;
  readonly before?: string;
  readonly start?: number;
  readonly end?: number;
  readonly max: number;
};
/** A message read from an archive: its archive id, the time at which the server accepted it, and its stanza as text. */
export type ArchiveItem = { readonly id: string; readonly at: Date; readonly stanza: string };
/** A page of an archive, oldest item first. `complete`: there are no further items in the direction of the query. */
export type StoredMessagePage = { readonly items: readonly ArchiveItem[]; readonly complete: boolean };

type Reads = Pick<Database, 'select' | 'execute'>;

/**
 * Reads a page of an owner's archive (XEP-0313 with XEP-0059), at most `ARCHIVE_PAGE_SIZE` items; undefined when `after` or `before` is
 * not an id in that archive.
 */
export async function readPage(db: Reads, owner: number, range: Range): Promise<StoredMessagePage | undefined> {
  const size = Math.min(range.max, ARCHIVE_PAGE_SIZE);
  const after = range.after === undefined ? undefined : await idOf(db, owner, range.after);
  const before = range.before ? await idOf(db, owner, range.before) : undefined;
  if ((range.after !== undefined && after === undefined) || (range.before && before === undefined)) return undefined;
  const backwards = range.before !== undefined;
  const conditions: (SQL | undefined)[] = [
    eq(archive.owner, owner),
    range.peer === undefined ? undefined : eq(archive.peer, range.peer),
    after === undefined ? undefined : gt(archive.id, after),
    before === undefined ? undefined : lt(archive.id, before),
    range.start === undefined ? undefined : gte(archive.at, new Date(range.start)),
    range.end === undefined ? undefined : lte(archive.at, new Date(range.end)),
  ];
  const rows = await db
    .select({ id: archive.id, at: archive.at, stanza: archive.stanza })
    .from(archive)
    .where(and(...conditions))
    .orderBy((backwards ? desc : asc)(archive.id))
    .limit(size + 1);
  const items = rows.slice(0, size).map((row) => ({ ...row, id: String(row.id) }));
  return { items: backwards ? items.toReversed() : items, complete: rows.length <= size };
}

/** Returns the oldest and the newest item of an owner's archive, for its metadata (XEP-0313); both undefined when it is empty. */
export async function readEnds(
  db: Reads,
  owner: number,
): Promise<readonly [ArchiveItem | undefined, ArchiveItem | undefined]> {
  const first = await readPage(db, owner, { max: 1 });
  const last = await readPage(db, owner, { before: '', max: 1 });
  return [first?.items[0], last?.items[0]];
}

/** First archive id that this server assigns. Rows imported from Prosody have smaller ids. */
export const FIRST_OWN_ID = 1_000_000_001;
const OWN_ID = /^[1-9]\d{0,15}$/;
const PROSODYS_ID = /^[\w-]{1,64}$/;

/**
 * Returns the row id for an archive id of a client; undefined when unknown. Clients may still use ids that Prosody assigned: an
 * imported row contains its own.
 */
async function idOf(db: Reads, owner: number, id: string): Promise<number | undefined> {
  const isOwn = OWN_ID.test(id);
  if (!isOwn && !PROSODYS_ID.test(id)) return undefined;
  const isFormer = and(lt(archive.id, FIRST_OWN_ID), sql`position(${formerId(id)} in ${archive.stanza}) > 0`);
  const is = isOwn ? eq(archive.id, Number(id)) : isFormer;
  const [row] = await db
    .select({ id: archive.id })
    .from(archive)
    .where(and(eq(archive.owner, owner), is))
    .limit(1);
  return row?.id;
}

/** Serializes the element in an imported row that contains the archive id that Prosody assigned, so that clients can still query by it. */
export const formerId = (id: string) => `<former-id xmlns="urn:gemcall:archive:1" id="${id}"/>`;
