import xml from '@xmpp/xml';
import { ROLE_USER } from '#contract/account/rules.ts';
import { needLogin } from '#contract/errors.ts';
import { jidOfUid } from '#contract/jid.ts';
import { cleanNick } from '#contract/people/nick.ts';
import type { CardVideo, ProfileChange } from '#contract/people/people.ts';
import { readVCard, VCARD_NS } from '#contract/people/vcard.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { withFewMarks } from '#contract/text/few-marks.ts';
import type { Api } from '../api/client.ts';
import type { Accepted } from '../base/accepted.ts';
import type { Epoch } from '../base/epoch.ts';
import type { AppDb, CardRow, NoticeDb, SessionRow } from '../db/schema.ts';
import type { Ask } from '../xmpp/iq.ts';
import { blurOf, storeAnchors, storePresence, storeRelations } from './store.ts';

/** The dependencies of the profile fetcher. */
export type CardPorts = {
  readonly app: AppDb;
  readonly notice: NoticeDb;
  readonly epoch: Epoch;
  readonly accepted: Pick<Accepted, 'mark'>;
  readonly api: Api;
  readonly session: () => Promise<SessionRow | undefined>;
  /** Sends a request on the open stream; undefined without a stream or a response. */
  readonly ask: Ask;
  /** The open stream, to compare it with a later one; undefined without one. */
  readonly currentStream: () => unknown;
  /** Waits for a stream, up to the login timeout. Resolves to whether one is up. */
  readonly waitForStream: () => Promise<boolean>;
  readonly now: () => number;
};

/**
 * Fetches profiles into the database: the vCard over XMPP, the rest over HTTP. For opened profiles, conversations without a name, and
 * people whose profile the gate reports as changed.
 */
export type Cards = {
  refresh(uid: number): Promise<Result<null>>;
};

/** Creates the fetcher of profiles: the card over XMPP (XEP-0054), the host's data over HTTP, and the relation. */
export function createCards({
  app,
  notice,
  epoch,
  accepted,
  api,
  session,
  ask,
  currentStream,
  waitForStream: streamCame,
  now,
}: CardPorts): Cards {
  return {
    async refresh(uid: number): Promise<Result<null>> {
      const isCurrent = epoch.guard();
      const changed = accepted.mark();
      const own = await session();
      if (!own) return fail(needLogin);
      const to = jidOfUid(uid, own.services.domain);
      const askForCard = () => ask(xml('iq', { type: 'get', to }, xml('vCard', { xmlns: VCARD_NS })));
      const stream = currentStream();
      const asking = askForCard();
      const [info, relative] = await Promise.all([
        api.call('contactPopup', { targetUid: uid }),
        api.call('friendsRelative', { targetUid: [uid] }),
      ]);
      if (!info.ok) return info;
      if (!relative.ok) return relative;
      const { anchor, likes, friends, favourites, gifts, blurs, rating, openHours } = info.value;
      const fetchedAt = now();
      const keep = async (answer: Awaited<typeof asking>) => {
        const card = readVCard(answer?.getChild('vCard', VCARD_NS));
        await app.transaction('rw', [app.state, app.people, app.cards, app.relations, app.apiQueue], async () => {
          if (!isCurrent() || !(await app.state.get('session'))) return;
          if (anchor) await storeAnchors(app, [anchor], fetchedAt, changed);
          // Without `anchor` the person is no longer a host, or hidden by a block.
          else await app.people.update(uid, { role: ROLE_USER, price: 0, isSilver: false });
          await storeRelations(app, relative.value.relations, changed);
          const before = (await app.cards.get(uid)) ?? NOTHING;
          await app.cards.put({
            ...before,
            ...shown(card),
            uid,
            likes,
            friends,
            favourites,
            gifts,
            blurs,
            rating,
            openHours,
            fetchedAt,
          });
          if (card) await keepPerson(app, uid, to, card, fetchedAt);
        });
      };
      const answer = await asking;
      await keep(answer);
      if (anchor) await storePresence(notice, [[anchor.uid, anchor.status]], fetchedAt, isCurrent);
      if (answer || (stream !== undefined && stream === currentStream())) return ok(null);
      // The request was made while no stream was up, for example by a page opened on a profile, or its stream was lost: only the card has
      // the albums.
      const again = async () => {
        if (await streamCame()) await keep(await askForCard());
      };
      // A host's name is known from the HTTP response; other users have a name only in the card.
      if (anchor) void again().catch((error) => console.warn('failed to fetch a profile card', error));
      else await again();
      return ok(null);
    },
  };
}

const NOTHING = { gender: '' as const, bDay: '', albums: [], videos: [] };

/** Whether a clip has no checksum or one that names its file. A clip whose file was exchanged without the card is not shown. */
const isIntact = ({ videoUrl, checksum }: CardVideo): boolean =>
  checksum === '' || videoUrl.slice(videoUrl.lastIndexOf('/') + 1) === checksum;

/** Returns the card's fields that a profile shows. Fields that the card lacks keep their known values. */
function shown(card: ProfileChange | undefined): Partial<Pick<CardRow, 'gender' | 'bDay' | 'albums' | 'videos'>> {
  const { gender, bDay, albums, videos } = card ?? {};
  return {
    ...(gender !== undefined && { gender }),
    ...(bDay !== undefined && { bDay }),
    ...(albums && { albums: [...albums] }),
    ...(videos && { videos: videos.filter(isIntact) }),
  };
}

/** Stores the card's data of a person whom no list may have shown yet. Runs inside the caller's transaction. */
async function keepPerson(app: AppDb, uid: number, jid: string, card: ProfileChange, fetchedAt: number): Promise<void> {
  const { nickName = '', avatarUrl, country, lang, about } = card;
  const before = await app.people.get(uid);
  await app.people.put({
    ...UNKNOWN_CARD,
    ...before,
    uid,
    jid,
    // A card may lack the name: the known name stays.
    nickName: cleanNick(nickName) || (before?.nickName ?? ''),
    ...(avatarUrl !== undefined && { avatarUrl, ...blurOf(before, avatarUrl) }),
    ...(country !== undefined && { country }),
    ...(lang !== undefined && { lang }),
    ...(about !== undefined && { about: withFewMarks(about) }),
    fetchedAt,
  });
}

const UNKNOWN_CARD = {
  avatarUrl: '',
  videoUrl: '',
  country: '',
  lang: '',
  age: -1,
  about: '',
  role: ROLE_USER,
  price: 0,
  isNew: false,
  isSilver: false,
};
