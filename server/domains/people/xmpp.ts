import * as v from 'valibot';
import { endpoints } from '../../../contract/endpoints.ts';
import { jidOfUid, uidOfDomainJid } from '../../../contract/jid.ts';
import {
  BLOCKS_AT_ONCE_MAX,
  PROFILE_CHANGES_PER_MINUTE,
  RELATION_CHANGES_PER_MINUTE,
} from '../../../contract/people/rules.ts';
import { readTypedVCard, writeVCard } from '../../../contract/people/vcard.ts';
import { XML_MAX_BYTES } from '../../../contract/xml/rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import { noNews, type OwnNews } from '../../platform/database/notifications.ts';
import { XmlRefused } from '../../platform/edge/xml/builder.ts';
import { parseFrame } from '../../platform/edge/xml/frame.ts';
import { limitRates } from '../../platform/limits/rates.ts';
import { changeBlocks } from './blocking.ts';
import { listBlocks } from './policy.ts';
import { updateProfile } from './profile/edit-profile.ts';
import { loadCard } from './profile/profile.ts';

const name = v.pipe(v.string(), v.maxLength(64));
const vcardQuestion = v.object({
  /** Local parts such as `u_9001`: of the asking account, and of the owner of the card. */
  user: name,
  of: name,
  /** The vCard to store; absent for a get. */
  card: v.optional(v.pipe(v.string(), v.maxLength(XML_MAX_BYTES))),
});
const blockingQuestion = v.object({
  user: name,
  action: v.picklist(['list', 'block', 'unblock']),
  items: v.pipe(v.array(v.pipe(v.string(), v.maxLength(512))), v.maxLength(BLOCKS_AT_ONCE_MAX)),
});

/** Answer of a `PeopleRoutes` route: a status as of HTTP, which the gate converts to an XMPP error, and a body. */
export type RouteAnswer = { readonly status: number; readonly body?: string };
/** Answers a request of the gate; validates it. */
type Route = (question: unknown) => Promise<RouteAnswer>;
/** Routes by which the gate reads and changes vCards and block lists, by path. They are called in the process, not over HTTP. */
export type PeopleRoutes = Readonly<Record<'/xmpp/vcard' | '/xmpp/blocklist', Route>>;

/** Rates per account, the same as those of the API (server/platform/limits/people-limits.ts). */
const RATES = {
  cards: { perSecond: PROFILE_CHANGES_PER_MINUTE / 60, burst: PROFILE_CHANGES_PER_MINUTE },
  blocks: { perSecond: RELATION_CHANGES_PER_MINUTE / 60, burst: RELATION_CHANGES_PER_MINUTE },
};

const TOO_FAST: RouteAnswer = { status: 429 };
const NOT_FOUND: RouteAnswer = { status: 404 };
const badRequest = (body: string): RouteAnswer => ({ status: 400, body });

type PeopleParts = {
  readonly db: Database;
  readonly domain: string;
  readonly rateLimits: boolean;
  /** Awaited before a change of blocks is answered: this process then enforces it. */
  readonly news?: OwnNews;
  readonly clock?: Clock;
};

/**
 * Creates the routes that the gate (gate.ts) calls for vCards and blocks, which are stored in the database only: `/xmpp/vcard` (XEP-0054;
 * answers the vCard as XML) and `/xmpp/blocklist` (XEP-0191; answers `{items: jid[]}`). The body of a 400 begins with the name of the
 * field.
 */
export function peopleRoutes({
  db,
  domain,
  rateLimits,
  news = noNews(),
  clock = { now: () => Date.now() },
}: PeopleParts): PeopleRoutes {
  const withinRate = limitRates(rateLimits && RATES, clock);
  const uidOf = (local: string) => uidOfDomainJid(`${local}@${domain}`, domain);

  return {
    '/xmpp/vcard': async (body) => {
      const parsed = v.safeParse(vcardQuestion, body);
      if (!parsed.success) return badRequest('vCard: malformed');
      const [uid, of] = [uidOf(parsed.output.user), uidOf(parsed.output.of)];
      if (uid === undefined || of === undefined) return NOT_FOUND;
      if (parsed.output.card !== undefined) {
        if (uid !== of) return { status: 403 };
        return withinRate(uid, 'cards') ? setCard(db, uid, parsed.output.card) : TOO_FAST;
      }
      const card = await loadCard(db, uid, of);
      return card === undefined ? NOT_FOUND : { status: 200, body: writeVCard(card).toString() };
    },

    '/xmpp/blocklist': async (body) => {
      const parsed = v.safeParse(blockingQuestion, body);
      const uid = parsed.success ? uidOf(parsed.output.user) : undefined;
      if (!parsed.success || uid === undefined) return badRequest('items: malformed');
      const { action, items } = parsed.output;
      if (action !== 'list') {
        const targets = items.map((jid) => uidOfDomainJid(jid, domain));
        if (!targets.every((target) => target !== undefined)) return NOT_FOUND;
        if (!targets.every(() => withinRate(uid, 'blocks'))) return TOO_FAST;
        const changed = await changeBlocks(db, uid, action, targets);
        if (!changed.ok) return changed.error.code === 'bad-request' ? badRequest(changed.error.detail) : NOT_FOUND;
        await news.caughtUp();
      }
      const blocked = await listBlocks(db, uid);
      return { status: 200, body: JSON.stringify({ items: blocked.map((target) => jidOfUid(target, domain)) }) };
    },
  };
}

async function setCard(db: Database, uid: number, text: string): Promise<RouteAnswer> {
  const change = readTypedVCard(parseCard(text));
  if (change === undefined) return badRequest('vCard: malformed');
  const parsed = v.safeParse(endpoints.updateProfile.input, change);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return badRequest(`${v.getDotPath(issue) ?? 'vCard'}: ${issue.message}`);
  }
  const updated = await updateProfile(db, uid, parsed.output);
  if (updated.ok) return { status: 200 };
  return updated.error.code === 'bad-request' ? badRequest(updated.error.detail) : NOT_FOUND;
}

function parseCard(text: string) {
  try {
    return parseFrame(text);
  } catch (error) {
    if (error instanceof XmlRefused) return undefined;
    throw error;
  }
}
