import { accountPart } from './account/part.ts';
import { hashToken, tokenOwner } from './account/tokens.ts';
import { type AwayPart, awayPart } from './away/part.ts';
import { callsPart } from './calls/part.ts';
import { chatPart } from './chat/part.ts';
import { conductPart } from './conduct/part.ts';
import { pictureConduct } from './conduct/pictures.ts';
import { demoPart } from './demo/part.ts';
import { discoveryPart } from './discovery/part.ts';
import { exclusivePart } from './exclusive/part.ts';
import { giftsPart } from './gifts/part.ts';
import { readGiftsOf } from './gifts/wall.ts';
import type { Handlers, Replays } from './http/callers.ts';
import type { Cookies } from './http/cookies.ts';
import { measurePart } from './measure/part.ts';
import { mediaPart } from './media/part.ts';
import { noticesPart } from './notices/part.ts';
import { gather, type ServerPart, type Surroundings } from './part.ts';
import type { Gateway } from './payments/gateway.ts';
import { offeredPack } from './payments/offered-pack.ts';
import { paymentsPart } from './payments/part.ts';
import { peoplePart } from './people/part.ts';
import { realtimePart } from './realtime/part.ts';
import { rewardsPart } from './rewards/part.ts';
import { storiesPart } from './stories/part.ts';
import { translatePart } from './translate/part.ts';
import { walletPart } from './wallet/part.ts';

/** All domains, with their handlers and cookies merged. */
export type Parts = {
  readonly all: readonly ServerPart[];
  readonly handlers: Handlers;
  readonly replays: Replays;
  readonly cookies: Cookies;
};
/** Creates all domains; tests pass another one. */
export type CreateParts = (around: Surroundings) => Parts;

const domainsOf = (around: Surroundings, away: AwayPart, gateway: Gateway | undefined) =>
  [
    away,
    accountPart(around, { pushKey: away.pushKey }),
    peoplePart(around),
    discoveryPart(around, { giftsOf: readGiftsOf }),
    callsPart(around),
    mediaPart(around, { ownerOf: (token) => tokenOwner(around.db, token), hash: hashToken }, pictureConduct(around.db)),
    exclusivePart(around),
    giftsPart(around),
    chatPart(around),
    conductPart(around),
    storiesPart(around),
    translatePart(around),
    measurePart(around),
    gateway === undefined ? paymentsPart(around) : paymentsPart(around, gateway),
    noticesPart(around),
    walletPart(around),
    rewardsPart(around, {
      // Offer a pack only where a gateway can charge for it.
      offeredPack: async (db, uid) =>
        around.config.payments.gateway === 'off' ? null : offeredPack(db, uid, Date.now()),
    }),
  ] as const;

/**
 * Creates every domain of the server. Demo hosts come last: they connect as clients, and so leave first. `gateway` overrides the
 * configured payment gateway.
 */
export const allParts = (around: Surroundings, gateway?: Gateway): Parts => {
  const domains = domainsOf(around, awayPart(around), gateway);
  const realtime = realtimePart(around, {
    services: domains.flatMap(({ services = [] }: ServerPart) => services),
    channels: domains.flatMap(({ channels = [] }: ServerPart) => channels),
    ports: gather(domains, 'edge'),
  });
  return {
    all: [...domains, realtime, demoPart(around)],
    handlers: gather(domains, 'handlers'),
    replays: gather(domains, 'replays'),
    cookies: gather(domains, 'cookies'),
  };
};
