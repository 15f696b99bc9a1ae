/** The sticker packs, drawn in demo/stickers. The list is code: only these can be sent. */
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

export type Sticker = { readonly pack: keyof typeof PACKS; readonly name: string };

/** All stickers in display order. */
export const STICKERS: readonly Sticker[] = (Object.keys(PACKS) as Sticker['pack'][]).flatMap((pack) =>
  PACKS[pack].map((name) => ({ pack, name })),
);

export const stickerId = ({ pack, name }: Sticker): string => `${pack}/${name}`;

const IDS: ReadonlySet<string> = new Set(STICKERS.map(stickerId));
export const isSticker = (id: string): boolean => IDS.has(id);
