import { and, eq, ne, type SQL } from 'drizzle-orm';
import type { Output } from '../../contract/api/endpoint.ts';
import type { Endpoints } from '../../contract/api/endpoints.ts';
import { anchor } from '../database/schema.ts';
import { type Looking, selectAnchors, toItems } from './items.ts';
import { BY_HEAT } from './order.ts';
import { countTies, isNotMet } from './ties.ts';
import { isVisibleTo } from './visible.ts';

type Viewer = Looking & { readonly viewer: number };
type Contact = Output<Endpoints['contactPopup']>;

/** Among so many of the hottest who are there and were not met, one is drawn: a popup that always shows the same is none. */
const CHOICE = 20;
/** No gift can be given yet, so nobody has any. */
const NOBODY: Contact = { anchor: null, likes: 0, friends: 0, favourites: 0, gifts: [] };

/** One anchor as she is now. `random` is in [0, 1). */
export async function contactOf(looking: Viewer, targetUid: number): Promise<Contact> {
  return load(looking, eq(anchor.uid, targetUid), 0);
}

/** An anchor who is there and whom the viewer has not met. */
export async function proposeContact(looking: Viewer, random = Math.random()): Promise<Contact> {
  const { viewer } = looking;
  return load(looking, and(eq(anchor.online, true), ne(anchor.uid, viewer), isNotMet(viewer)), random);
}

async function load(looking: Viewer, filter: SQL | undefined, random: number): Promise<Contact> {
  const { db, viewer } = looking;
  const rows = await selectAnchors(db, and(filter, isVisibleTo(viewer)), BY_HEAT.by, CHOICE);
  const row = rows[Math.floor(random * rows.length)];
  if (row === undefined) return NOBODY;
  const [item] = await toItems(looking, [row]);
  return { ...NOBODY, anchor: item ?? null, ...(await countTies(db, row.uid)) };
}
