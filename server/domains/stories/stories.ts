import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { safeParse } from 'valibot';
import type { Output } from '../../../contract/api/endpoint.ts';
import { STORIES_PAGE_SIZE } from '../../../contract/discovery/rules.ts';
import { storyItem } from '../../../contract/discovery/stories.ts';
import type { storyRows } from '../../../contract/discovery/story-endpoints.ts';
import { mediaUrl } from '../../../contract/media/media.ts';
import { fail, ok, type Result } from '../../../contract/result.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { type ListViewer, selectAnchors, toItems } from '../discovery/items.ts';
import { isVisibleTo } from '../discovery/visible.ts';
import { media } from '../media/tables.ts';
import { anchor } from '../people/tables.ts';
import { story, storySeen } from './tables.ts';

type Page = Output<(typeof storyRows)['stories']>;
type Viewer = ListViewer & { readonly viewer: number };

/** 1-based position of the media id in a media URL. */
const ID_AT = mediaUrl('').length + 1;
/** Time of a story in whole ms, so that a cursor represents it exactly. */
const AT = sql<number>`floor(extract(epoch from ${story.createdAt}) * 1000)::bigint`;
const CURSOR = /^(\d{1,15})\.([a-z0-9-]{1,32})$/;

/**
 * A page of the active stories, newest first, of hosts whom the viewer may see (`isVisibleTo`), with the viewer's progress. A story that
 * does not match its schema is omitted. Fails with `bad-request` for a malformed cursor.
 */
export async function readStories(looking: Viewer, cursor: string): Promise<Result<Page>> {
  const { db, viewer } = looking;
  const [, at, id] = CURSOR.exec(cursor) ?? [];
  if (cursor !== '' && id === undefined) return fail({ code: 'bad-request', detail: 'cursor: not of this list' });
  const rows = await db
    .select({
      ...getTableColumns(story),
      at: AT,
      seenStep: sql<number>`coalesce(${storySeen.step}, 0)`,
      blur: sql<string>`coalesce((select ${media.blur} from ${media} where ${media.id} = substr(${story.cover}, ${ID_AT})), '')`,
    })
    .from(story)
    .innerJoin(anchor, eq(anchor.uid, story.anchorUid))
    .leftJoin(storySeen, and(eq(storySeen.storyId, story.id), eq(storySeen.uid, viewer)))
    .where(
      and(
        story.isActive,
        isVisibleTo(viewer),
        id === undefined ? undefined : sql`(${AT}, ${story.id}) < (${at}::bigint, ${id})`,
      ),
    )
    .orderBy(desc(AT), desc(story.id))
    .limit(STORIES_PAGE_SIZE);
  const anchors = new Map(
    (
      await anchorsOf(
        looking,
        rows.map(({ anchorUid }) => anchorUid),
      )
    ).map((item) => [item.uid, item]),
  );
  const stories = rows.flatMap(({ id: storyId, anchorUid, cover, blur, seenStep, steps }) => {
    const item = safeParse(storyItem, { storyId, anchor: anchors.get(anchorUid), cover, blur, seenStep, steps });
    return item.success ? item.output : [];
  });
  const last = rows.length === STORIES_PAGE_SIZE ? rows.at(-1) : undefined;
  return ok({ stories, nextCursor: last ? `${last.at}.${last.id}` : '' });
}

async function anchorsOf(looking: Viewer, uids: readonly number[]) {
  if (uids.length === 0) return [];
  const rows = await selectAnchors(looking.db, inArray(anchor.uid, [...uids]), [sql`${anchor.uid}`], uids.length);
  return toItems(looking, rows);
}

/** Stores how far an account watched a story; the furthest step of its devices counts. An unknown or inactive story is ignored. */
export async function markStorySeen(
  db: Queries,
  uid: number,
  { storyId, step }: { readonly storyId: string; readonly step: number },
): Promise<void> {
  await db.execute(sql`
    insert into ${storySeen} (uid, story_id, step)
    select ${uid}, ${story.id}, ${step} from ${story} where ${story.id} = ${storyId} and ${story.isActive}
    on conflict (uid, story_id) do update set step = greatest(story_seen.step, excluded.step), at = now()`);
}
