import type { MediaKind } from '../../../contract/media/media.ts';
import type { CardVideo } from '../../../contract/people/people.ts';
import type { Queries } from '../../platform/database/connect.ts';
import { isOwnMedia } from '../media/store.ts';

/** Fields of a profile that reference media. */
type ProfileMedia = {
  readonly avatarUrl: string;
  readonly albums: readonly string[];
  readonly videos: readonly CardVideo[];
};
type ProfileMediaKind = Exclude<MediaKind, 'sound'>;
type Wanted = { readonly [K in keyof ProfileMedia]?: ProfileMedia[K] | undefined };

/**
 * Checks a profile change: returns the first field that references media which the account may not use; undefined if all may be used. Media
 * already in the profile are allowed, others must be uploads of this account.
 */
export async function findForeignMedia(
  db: Queries,
  uid: number,
  before: ProfileMedia,
  { avatarUrl, albums = [], videos = [] }: Wanted,
): Promise<keyof ProfileMedia | undefined> {
  const known: Record<ProfileMediaKind, readonly string[]> = {
    picture: [before.avatarUrl, ...before.albums, ...before.videos.map(({ thumbnail }) => thumbnail)],
    clip: before.videos.map(({ videoUrl }) => videoUrl),
  };
  const isAllowed = async (url: string, kind: ProfileMediaKind) =>
    (url !== '' && known[kind].includes(url)) || (await isOwnMedia(db, uid, url, kind));

  if (avatarUrl && !(await isAllowed(avatarUrl, 'picture'))) return 'avatarUrl';
  for (const url of albums) if (!(await isAllowed(url, 'picture'))) return 'albums';
  for (const { thumbnail, videoUrl } of videos) {
    if (!(await isAllowed(videoUrl, 'clip'))) return 'videos';
    if (thumbnail !== '' && !(await isAllowed(thumbnail, 'picture'))) return 'videos';
  }
  return undefined;
}
