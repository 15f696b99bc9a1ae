import { demoPart } from './demo-part.ts';
import { accountPart } from './domains/account/part.ts';
import { hashToken, tokenOwner } from './domains/account/tokens.ts';
import { analyticsPart } from './domains/analytics/part.ts';
import { callsPart } from './domains/calls/part.ts';
import { hasNoMessagesWith } from './domains/chat/correspondents.ts';
import { chatPart } from './domains/chat/part.ts';
import { discoveryPart } from './domains/discovery/part.ts';
import { giftsPart } from './domains/gifts/part.ts';
import { readGiftsOf } from './domains/gifts/wall.ts';
import { hostingPart } from './domains/hosting/part.ts';
import { shownRating } from './domains/hosting/studio.ts';
import { mediaPart } from './domains/media/part.ts';
import { createFrameJudge } from './domains/moderation/match-frames.ts';
import { moderationPart } from './domains/moderation/part.ts';
import { pictureConduct } from './domains/moderation/pictures.ts';
import { noticesPart } from './domains/notices/part.ts';
import { paidMediaPart } from './domains/paid-media/part.ts';
import type { Gateway } from './domains/payments/gateway.ts';
import { offeredPack } from './domains/payments/offered-pack.ts';
import { paymentsPart } from './domains/payments/part.ts';
import { peoplePart } from './domains/people/part.ts';
import { type PushPart, pushPart } from './domains/push/part.ts';
import { rewardsPart } from './domains/rewards/part.ts';
import { storiesPart } from './domains/stories/part.ts';
import { translatePart } from './domains/translate/part.ts';
import { walletPart } from './domains/wallet/part.ts';
import { gather, type ServerDeps, type ServerPart } from './part.ts';
import { serverClock } from './platform/clock.ts';
import type { Handlers, Replays } from './platform/http/callers.ts';
import type { Cookies } from './platform/http/cookies.ts';
import { realtimePart } from './platform/realtime/part.ts';

/** All domains of a server process, with their handlers, replays and cookies merged. */
export type Parts = {
  readonly all: readonly ServerPart[];
  readonly handlers: Handlers;
  readonly replays: Replays;
  readonly cookies: Cookies;
};
/** Creates all domains for `startServer`: `allParts`; tests pass another one. */
export type CreateParts = (around: ServerDeps) => Parts;

const domainsOf = (around: ServerDeps, away: PushPart, gateway: Gateway | undefined) =>
  [
    away,
    accountPart(around, { pushKey: away.pushKey }),
    peoplePart(around),
    discoveryPart(around, { giftsOf: readGiftsOf, ratingOf: shownRating, hasNoMessages: hasNoMessagesWith }),
    callsPart(around, createFrameJudge(around)),
    mediaPart(around, { ownerOf: (token) => tokenOwner(around.db, token), hash: hashToken }, pictureConduct(around.db)),
    paidMediaPart(around),
    giftsPart(around),
    chatPart(around),
    moderationPart(around),
    storiesPart(around),
    translatePart(around),
    analyticsPart(around),
    gateway === undefined ? paymentsPart(around) : paymentsPart(around, gateway),
    noticesPart(around),
    hostingPart(around),
    walletPart(around),
    rewardsPart(around, {
      // Offer a pack only where a gateway can charge for it.
      offeredPack: async (db, uid) =>
        around.config.payments.gateway === 'off' ? null : offeredPack(db, uid, serverClock.now()),
    }),
  ] as const;

/**
 * Creates every domain of the server, once per process. Demo hosts come last: they connect as clients, and so leave first. `gateway`
 * overrides the configured payment gateway.
 */
export const allParts = (around: ServerDeps, gateway?: Gateway): Parts => {
  const domains = domainsOf(around, pushPart(around), gateway);
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
