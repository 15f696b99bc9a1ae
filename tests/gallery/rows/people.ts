import { ROLE_ANCHOR } from '../../../contract/account/rules.ts';
import { mediaUrl } from '../../../contract/media/media.ts';
import { NO_RELATION } from '../../../contract/people/people.ts';
import type { CardRow, ListRow, OnlineUserRow, PersonRow, RelationRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';

/** Addresses of the demo hosts' media: `kind` 1 to 3 are pictures, 4 is the clip. */
export const mediaOf = (uid: number, kind: 1 | 2 | 3 | 4): string =>
  mediaUrl(`${kind}${String(uid).padStart(31, '0')}`);

const NAMES = [
  'Asha',
  'Defne',
  'Amber',
  'Noor',
  'Sofía',
  'Camille',
  'Leïla',
  'Priya',
  'Elif',
  'Mariana',
  'Ines',
  'Yara',
];
const COUNTRIES = ['IN', 'TR', 'US', 'EG', 'ES', 'FR', 'MA', 'IN', 'TR', 'BR', 'ES', 'EG'];
const LANGS = ['hi', 'tr', 'en', 'ar', 'es', 'fr', 'ar', 'hi', 'tr', 'pt', 'es', 'ar'];
const FIRST = 9_001;

const personAt = (index: number): PersonRow => {
  const uid = FIRST + index;
  return {
    uid,
    jid: `u_${uid}@localhost`,
    // One person has no picture, so their initials are shown.
    nickName: NAMES[index] ?? `Host ${uid}`,
    avatarUrl: index === 5 ? '' : mediaOf(uid, 1),
    videoUrl: index < 3 ? mediaOf(uid, 4) : '',
    country: COUNTRIES[index] ?? '',
    lang: LANGS[index] ?? 'en',
    age: 22 + index,
    about: 'Tea, long walks and bad puns. Tell me what you saw today.',
    role: ROLE_ANCHOR,
    price: 10 + index * 7,
    isNew: index % 4 === 1,
    isSilver: index % 3 === 0,
    fetchedAt: GALLERY_NOW,
  };
};

export const PEOPLE: readonly PersonRow[] = NAMES.map((_, index) => personAt(index));
export const UIDS = PEOPLE.map(({ uid }) => uid);

export const person = (uid: number): PersonRow => {
  const found = PEOPLE.find((row) => row.uid === uid);
  if (!found) throw new RangeError(`nobody of the gallery is ${uid}`);
  return found;
};

export const listOf = (name: ListRow['name'], uids: readonly number[]): ListRow => ({
  name,
  uids: [...uids],
  nextCursor: '',
  fetchedAt: GALLERY_NOW - 60_000,
});

export const relationTo = (uid: number, change: Partial<RelationRow> = {}): RelationRow => ({
  uid,
  ...NO_RELATION,
  ...change,
});

export const ONLINE: readonly OnlineUserRow[] = UIDS.map((id, index) => ({
  id,
  status: (['online', 'busy', 'offline'] as const)[index % 3] ?? 'offline',
  at: GALLERY_NOW,
}));

/** Some people in each list. `proposed` is empty and `swipe` lacks two, so that no panel opens unasked. */
export const LISTS: readonly ListRow[] = [
  listOf('hot:', UIDS),
  listOf('new:', UIDS.slice(0, 5)),
  listOf('swipe', UIDS.slice(2)),
  listOf(
    'silver',
    UIDS.filter((_, index) => index % 3 === 0),
  ),
  listOf('recommended', UIDS.slice(8)),
  listOf('proposed', []),
  listOf('friends', UIDS.slice(0, 3)),
  listOf('requests', UIDS.slice(3, 5)),
  listOf('likes', UIDS.slice(1, 4)),
  listOf('likedMe', UIDS.slice(5, 9)),
  listOf('favourites', UIDS.slice(2, 4)),
];

/** A profile with all fields. */
export const cardOf = (uid: number): CardRow => ({
  uid,
  gender: 'female',
  bDay: '2003-04-05',
  albums: [mediaOf(uid, 1), mediaOf(uid, 2), mediaOf(uid, 3)],
  videos: [
    { thumbnail: mediaOf(uid, 1), videoUrl: mediaOf(uid, 4), checksum: 'a' },
    { thumbnail: mediaOf(uid, 2), videoUrl: mediaOf(uid, 4), checksum: 'b' },
  ],
  rating: { stars: 4.6, count: 31 },
  openHours: { opensAt: GALLERY_NOW + 3_600_000, closesAt: GALLERY_NOW + 18_000_000 },
  likes: 12_345,
  friends: 67,
  favourites: 8,
  gifts: [
    { id: 'comet', title: 'comet', iconUrl: '/gifts/comet-96.webp', count: 1 },
    { id: 'rose', title: 'rose', iconUrl: '/gifts/rose-96.webp', count: 14 },
  ],
  fetchedAt: GALLERY_NOW - 60_000,
});
