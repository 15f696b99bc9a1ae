import type { Track } from '#contract/analytics/events.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import type { giftCommands } from '#contract/gifts/commands.ts';
import { fail, ok } from '#contract/result.ts';
import type { Api } from '../api/client.ts';
import type { CorePart } from '../base/part.ts';
import { guardAccount } from '../base/session-row.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { createGiftLine } from './gift-line.ts';
import { createPurchases } from './purchases.ts';

/** The dependencies of the gifts part. */
export type GiftsPorts = {
  readonly app: AppDb;
  readonly api: Pick<Api, 'call'>;
  readonly session: () => Promise<SessionRow | undefined>;
  readonly now: () => number;
  readonly track: Track;
};
/** The core part for the gift catalogue, gift walls and gift purchases. */
export type Gifts = CorePart<CommandsOf<typeof giftCommands>>;

const later = (ms: number, act: () => void) => {
  const timer = setTimeout(act, ms);
  return () => clearTimeout(timer);
};

/**
 * Creates the gifts part: the catalogue, received gifts and purchases. The gift itself arrives as a message of the
 * gift service.
 */
export function createGifts({ app, api, session, now, track }: GiftsPorts): Gifts {
  const line = createGiftLine();
  const knownVersion = async () => {
    const row = await app.state.get('gifts');
    return row?.key === 'gifts' ? row.version : 0;
  };
  const purchases = createPurchases({
    app,
    line,
    now,
    later,
    onVersion: (version) => void knownVersion().then((known) => (known === version ? undefined : refreshGifts())),
  });

  async function refreshGifts() {
    if (!(await session())) return fail(needLogin);
    const answer = await api.call('giftList', { version: await knownVersion() });
    if (!answer.ok) return answer;
    const { version, gifts } = answer.value;
    if (gifts.length > 0) {
      await app.transaction('rw', [app.gifts, app.state], async () => {
        await app.gifts.clear();
        await app.gifts.bulkPut([...gifts]);
        await app.state.put({ key: 'gifts', version });
      });
    }
    return ok(null);
  }

  return {
    commands: {
      refreshGifts,
      async refreshWall(uid) {
        if (!(await session())) return fail(needLogin);
        const isStillSignedIn = await guardAccount(app);
        const answer = await api.call('giftWall', { targetUid: uid });
        if (!answer.ok) return answer;
        const { received, given, givers = [] } = answer.value;
        await app.transaction('rw', [app.walls, app.state], async () => {
          if (await isStillSignedIn()) {
            await app.walls.put({ uid, received: [...received], given, givers: [...givers] });
          }
        });
        return ok(null);
      },
      async giveGift(order) {
        if (!(await session())) return fail(needLogin);
        const given = await purchases.give(order);
        if (given.ok) track('gift_send', { kind: order.gift, price: given.value.total });
        return given.ok ? ok({ mid: given.value.mid, total: given.value.total }) : given;
      },
    },
    onStreamUp({ request, session: { services } }) {
      line.open(request, services.gift);
      void purchases.resume().catch((error: unknown) => console.warn('failed to resume gift purchases', error));
    },
    onStreamDown: line.close,
  };
}
