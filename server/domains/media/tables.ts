import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { account, deviceToken, momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';

/** Uploaded and imported pictures, clips and audio files; the file itself is in the media store (media/folder.ts). */
export const media = pgTable(
  'media',
  {
    /** Media id of 32 hexadecimal digits, from which the path and the address of the file are made. */
    id: text('id').primaryKey(),
    ownerUid: bigint('owner_uid', { mode: 'number' })
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['picture', 'clip', 'sound'] }).notNull(),
    /** `profile`: public. `chat`: for messages and hosts' pages, visible to recipients and buyers (`mediaShare`). */
    purpose: text('purpose', { enum: ['profile', 'chat'] })
      .notNull()
      .default('profile'),
    /** Display size in pixels, width and height; 0 for audio files. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    /** Blurred placeholder of the picture as a `data:` URL, shown until it is loaded; for a clip that of its poster. */
    blur: text('blur').notNull().default(''),
    /** For a clip in a profile: the picture shown before it plays. */
    posterId: text('poster_id').references((): AnyPgColumn => media.id, { onDelete: 'set null' }),
    /**
     * The `filename` with which the owner uploaded it. Another upload with the same name is the same file. Null for posters and imported
     * files, which were not uploaded, and after the file was deleted.
     */
    uploadName: text('upload_name'),
    /** Length of a clip or audio file in ms; null for a picture. */
    ms: integer('ms'),
    /** Waveform of an audio file: 48 hexadecimal digits, the loudness of as many windows. */
    wave: text('wave'),
    /** Placeholder without recognizable content, shown to users who have not paid. */
    lockBlur: text('lock_blur').notNull().default(''),
    /** Sensitive categories found by the content check; see contract/chat/rules.ts. */
    bits: smallint('bits').notNull().default(0),
    checkedAt: momentColumn('checked_at'),
    /** When it was first sent in a message. */
    sentAt: momentColumn('sent_at'),
    /** When the retention of a file of a message ends. Null: no end, for profile media and for files that a host offers on their page. */
    keptUntil: momentColumn('kept_until'),
    /** When the file was deleted. The row is retained for a while, so that requests get 410. */
    goneAt: momentColumn('gone_at'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('media_by_poster').on(table.posterId).where(sql`poster_id is not null`),
    uniqueIndex('media_by_upload').on(table.ownerUid, table.uploadName),
    index('media_by_owner').on(table.ownerUid, table.createdAt),
    index('media_private').on(table.keptUntil).where(sql`purpose = 'chat' and gone_at is null`),
    index('media_unchecked')
      .on(table.createdAt)
      .where(sql`purpose = 'chat' and checked_at is null and gone_at is null`),
    index('media_space').on(table.ownerUid, table.bytes).where(sql`purpose = 'chat' and gone_at is null`),
    check('media_id_is_hex', sql`${table.id} ~ '^[0-9a-f]{32}$'`),
    check('media_kind', sql`${table.kind} in ('picture', 'clip', 'sound')`),
    check('media_purpose', sql`${table.purpose} in ('profile', 'chat')`),
    check('media_wave', sql`${table.wave} is null or ${table.wave} ~ '^[0-9a-f]{48}$'`),
    check('media_length', sql`${table.ms} is null or ${table.ms} between 1 and 121000`),
  ],
);

const sourceColumn = () =>
  text('source', { enum: ['message', 'page'] })
    .notNull()
    .default('message');

/**
 * A lock on media for which the recipient pays with gems or a gift: one row per message, inserted before the message is archived, and
 * one per item that a user buys on a host's page. There is no foreign key to accounts, because the history of payments outlives them.
 */
export const mediaLock = pgTable(
  'media_lock',
  {
    id: text('id').primaryKey(),
    fromUid: uidColumn('from_uid').notNull(),
    toUid: uidColumn('to_uid').notNull(),
    /** The type of the locked item, and the namespace of `mid`: a message, or an item of a host's page. */
    source: sourceColumn(),
    /** The stanza id of the message; for a page item `exclusive/<id of the file>`. */
    mid: text('mid').notNull(),
    /** Price in gems; null when a gift opens it. */
    price: integer('price'),
    giftId: text('gift_id'),
    state: text('state', { enum: ['locked', 'opened', 'void'] })
      .notNull()
      .default('locked'),
    /** State of the payment: none yet, gems held, captured (`posted`), released to the buyer (`voided`), or refunded by the house. */
    settled: text('settled', { enum: ['none', 'held', 'posted', 'voided', 'refunded'] })
      .notNull()
      .default('none'),
    /** Gems that the sender still owes the house: earnings for media that were revoked, after the buyer was refunded. */
    owed: integer('owed').notNull().default(0),
    openedAt: momentColumn('opened_at'),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('media_lock_of_source').on(table.source, table.fromUid, table.toUid, table.mid),
    index('media_lock_held').on(table.openedAt).where(sql`settled = 'held'`),
    index('media_lock_owed').on(table.fromUid).where(sql`owed > 0`),
    index('media_lock_by_receiver').on(table.toUid, table.createdAt),
    index('media_lock_by_pair').on(table.fromUid, table.toUid, table.createdAt),
    check('media_lock_source', sql`${table.source} in ('message', 'page')`),
    check('media_lock_price', sql`${table.price} between 10 and 1000`),
    check('media_lock_one_price', sql`num_nonnulls(${table.price}, ${table.giftId}) = 1`),
    check('media_lock_state', sql`${table.state} in ('locked', 'opened', 'void')`),
    check('media_lock_owed_refunded', sql`${table.owed} = 0 or (${table.owed} > 0 and ${table.settled} = 'refunded')`),
    check('media_lock_settled', sql`${table.settled} in ('none', 'held', 'posted', 'voided', 'refunded')`),
  ],
);

/**
 * Access of users to a file of purpose `chat`: one row for each recipient of each message that contains it, and for each buyer on a
 * host's page. The owner always has access.
 */
export const mediaShare = pgTable(
  'media_share',
  {
    mediaId: text('media_id')
      .notNull()
      .references(() => media.id, { onDelete: 'cascade' }),
    uid: ownUid(),
    /** How the account received the file, in a message or by a purchase on a host's page; the namespace of `mid`. */
    source: sourceColumn(),
    mid: text('mid').notNull(),
    /** Position in the message, from 0. */
    place: smallint('place').notNull().default(0),
    /** Access starts when this lock is open. */
    lockId: text('lock_id').references(() => mediaLock.id),
    /** True when access was revoked, because a later content check refused the file, or its sender deleted the message for everyone. */
    ended: boolean('ended').notNull().default(false),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.uid, table.source, table.mid] }),
    check('media_share_source', sql`${table.source} in ('message', 'page')`),
    index('media_share_by_uid').on(table.uid),
    index('media_share_by_lock').on(table.lockId).where(sql`lock_id is not null`),
  ],
);

/** Pictures that a host sells on their page now. A purchase inserts an open row of `media_lock` whose `source` is `page`. */
export const exclusiveItem = pgTable(
  'exclusive_item',
  {
    mediaId: text('media_id')
      .primaryKey()
      .references(() => media.id, { onDelete: 'cascade' }),
    ownerUid: bigint('owner_uid', { mode: 'number' })
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    price: integer('price').notNull(),
    /** Position on the page, from 1. */
    place: smallint('place').notNull(),
  },
  (table) => [
    uniqueIndex('exclusive_item_place').on(table.ownerUid, table.place),
    check('exclusive_item_price', sql`${table.price} between 10 and 1000`),
    check('exclusive_item_bounds', sql`${table.place} between 1 and 24`),
  ],
);

/** Disk space reserved by unfinished uploads (server/domains/media/upload/room.ts). The next reservation deletes expired rows. */
export const uploadRoom = pgTable(
  'upload_room',
  {
    /** Purpose, account and name of an upload in parts; a random key for a file in one request. */
    key: text('key').primaryKey(),
    uid: ownUid(),
    /** The uploader's IP address, in the form by which rates are counted. */
    address: text('address').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    written: bigint('written', { mode: 'number' }).notNull(),
    until: momentColumn('until').notNull(),
  },
  (table) => [index('upload_room_until').on(table.until), index('upload_room_uid').on(table.uid)],
);

/** The media pass: a cookie by which a browser requests files of purpose `chat`. One per login, deleted with it. */
export const mediaPass = pgTable('media_pass', {
  /** SHA-256 of the cookie's value. */
  hash: text('hash').primaryKey(),
  tokenHash: text('token_hash')
    .notNull()
    .unique()
    .references(() => deviceToken.hash, { onDelete: 'cascade' }),
  uid: ownUid(),
  madeAt: momentColumn('made_at').notNull().defaultNow(),
});
