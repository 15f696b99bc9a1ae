import { boolean, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { account, momentColumn, ownUid, uidColumn } from '../../platform/database/account.ts';

/** Recorded stories of hosts: a few steps that end in a call. `steps` has the shape of the endpoint `stories`. */
export const story = pgTable(
  'story',
  {
    id: text('id').primaryKey(),
    anchorUid: uidColumn('anchor_uid')
      .notNull()
      .references(() => account.uid, { onDelete: 'cascade' }),
    /** URL of the cover that lists and messages show: a public picture. */
    cover: text('cover').notNull(),
    steps: jsonb('steps').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    createdAt: momentColumn('created_at').notNull().defaultNow(),
  },
  (table) => [index('story_by_anchor').on(table.anchorUid)],
);

/** Progress of each account in a story, as the number of the furthest step; it never decreases. */
export const storySeen = pgTable(
  'story_seen',
  {
    uid: ownUid(),
    storyId: text('story_id')
      .notNull()
      .references(() => story.id, { onDelete: 'cascade' }),
    step: smallint('step').notNull(),
    at: momentColumn('at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.uid, table.storyId] })],
);

/** Stories sent as messages by `sendDueStories`, by account and day (days since the epoch): at most one a day. */
export const storySent = pgTable(
  'story_sent',
  { uid: ownUid(), day: integer('day').notNull(), storyId: text('story_id').notNull() },
  (table) => [primaryKey({ columns: [table.uid, table.day] })],
);
