import { sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/connect.ts';

/** All media addresses in a profile. */
const IN_PROFILE = sql`(
  select profile.avatar_url as url
  union all select jsonb_array_elements_text(profile.albums)
  union all select video ->> 'videoUrl' from jsonb_array_elements(profile.videos) as video
  union all select video ->> 'thumbnail' from jsonb_array_elements(profile.videos) as video
)`;

const asArray = (ids: readonly string[]) =>
  sql`array[${sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )}]::text[]`;

/** All media addresses in a story. */
const IN_STORY = sql`(
  select story.cover as url
  union all select unnest(array[step ->> 'url', step ->> 'poster']) from jsonb_array_elements(story.steps) as step
)`;

/** Returns which of these media ids are in use, and so must not be deleted: in a profile or story, or as the poster of a clip. */
export async function namedAmong(db: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const named = new Set<string>();
  const ask = async (query: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ id: string }>(query);
    for (const { id } of rows) named.add(id);
  };
  if (ids.length === 0) return named;
  // Nearly all are in the profile of their owner, which needs a lookup of one row each.
  await ask(sql`
    select media.id from media join profile on profile.uid = media.owner_uid, lateral ${IN_PROFILE} as shown
    where media.id = any(${asArray(ids)}) and shown.url = '/media/' || media.id
    union select poster_id from media where poster_id = any(${asArray(ids)})`);
  const rest = ids.filter((id) => !named.has(id));
  // Seeded profiles share pictures: the remaining ids are searched in all profiles with one query.
  if (rest.length > 0)
    await ask(sql`
      select distinct substr(shown.url, 8) as id from profile, lateral ${IN_PROFILE} as shown
      where shown.url = any(${asArray(rest.map((id) => `/media/${id}`))})
      union select substr(shown.url, 8) as id from story, lateral ${IN_STORY} as shown
      where shown.url = any(${asArray(rest.map((id) => `/media/${id}`))})`);
  return named;
}
