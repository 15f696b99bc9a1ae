import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { account } from '../database/account.ts';

/** Media of the media host; the file itself is in the data folder, see media/folder.ts. */
export const media = pgTable(
  'media',
  {
    /** 32 hexadecimal digits. */
    id: text('id').primaryKey(),
    ownerUid: bigint('owner_uid', { mode: 'number' })
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['picture', 'clip'] }).notNull(),
    /** Size in pixels, as it is shown. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** data: address of a tiny picture; for a clip that of its poster. */
    blur: text('blur').notNull().default(''),
    /** For a clip: the picture shown before it plays. */
    posterId: text('poster_id').references((): AnyPgColumn => media.id, { onDelete: 'set null' }),
    /** The `filename` under which the owner sent it. Sent again under it, it is the same file; null for what came otherwise. */
    uploadName: text('upload_name'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('media_by_poster').on(table.posterId).where(sql`poster_id is not null`),
    uniqueIndex('media_by_upload').on(table.ownerUid, table.uploadName),
    index('media_by_owner').on(table.ownerUid, table.createdAt),
    check('media_id_is_hex', sql`${table.id} ~ '^[0-9a-f]{32}$'`),
  ],
);
