/** Names of the stickers of each pack; `demo/stickers` draws their pictures. Only these can be sent. */
const PACKS = {
  gem: [
    'hello',
    'love',
    'laughing',
    'crying',
    'angry',
    'sleepy',
    'party',
    'thank-you',
    'good-night',
    'blush',
    'thinking',
    'bye',
  ],
  fox: ['hello', 'hug', 'yes', 'no', 'wow', 'kiss', 'sorry', 'waiting', 'coffee', 'call-me', 'miss-you', 'dance'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** A sticker that this build can send, by its pack and its name. */
export type Sticker = { readonly pack: keyof typeof PACKS; readonly name: string };

/** All stickers that this build can send, in the order of the picker. */
export const STICKERS: readonly Sticker[] = (Object.keys(PACKS) as Sticker['pack'][]).flatMap((pack) =>
  PACKS[pack].map((name) => ({ pack, name })),
);

/** Returns the id of a sticker on the wire: `pack/name`. */
export const stickerId = ({ pack, name }: Sticker): string => `${pack}/${name}`;

const IDS: ReadonlySet<string> = new Set(STICKERS.map(stickerId));
/** Returns whether this build can send the sticker with this id; the edge refuses others. */
export const isSticker = (id: string): boolean => IDS.has(id);
