import type { profileRows } from '../../../contract/account/profile-endpoints.ts';
import type { friendsRows } from '../../../contract/people/endpoints.ts';
import { ok } from '../../../contract/result.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import type { EdgePorts } from '../../platform/edge/ports.ts';
import type { Replays, UserCaller } from '../../platform/http/callers.ts';
import { answerDisco } from '../../platform/services/disco.ts';
import { createNotices } from '../../platform/services/notices.ts';
import { onlyOnLeader, reachable } from '../../platform/services/service.ts';
import { POLICY_CHANGED } from './closed-countries.ts';
import { answerPeople } from './gate.ts';
import { friendsHandlers } from './handlers.ts';
import { noticeSource, PROFILE_CHANGED, RELATIONS_CHANGED } from './notify.ts';
import { loadSenderPolicy } from './policy.ts';
import { loadProfile } from './profile/profile.ts';
import { profileHandlers } from './profile/profile-handlers.ts';
import { relationOf } from './relations.ts';
import { answerRoster } from './roster.ts';
import { peopleRoutes } from './xmpp.ts';

/** The domain of profiles and relations: endpoints, recomputed answers of repeated changes, and the sender policies of the edge. */
export type PeoplePart = ApiPart<keyof typeof friendsRows | keyof typeof profileRows> & {
  readonly replays: Pick<Replays, 'updateProfile' | keyof typeof replaysOfRelations>;
  readonly edge: Pick<EdgePorts, 'policy'>;
};

/**
 * Creates the domain of profiles, relations and blocks. In memory are only changes that are not sent yet (one second) and the devices
 * that requested the block list or the roster. Losing both is harmless, because clients fetch the current state whenever they connect.
 */
export function peoplePart({ config, db, presence, news, log }: ServerDeps): PeoplePart {
  const { xmppDomain: domain, rateLimits } = config;
  const listeners = new Set<(uid: number | 'all') => void>();
  const announce = (uid: number | 'all') => {
    for (const listener of listeners) listener(uid);
    gate.current()?.policyChanged(uid);
  };
  const routes = peopleRoutes({ db, domain, rateLimits, news });
  const gate = reachable('gate', ({ here, sendAsAccount: write }) =>
    answerPeople({ domain, routes, log, here, write }),
  );
  const roster = reachable('gate', ({ here, sendAsAccount: write }) => answerRoster({ domain, db, log, here, write }));
  const disco = reachable('gate', ({ sendAsAccount: write }) => answerDisco({ domain, write }));
  const notices = onlyOnLeader(
    reachable('gate', ({ send }) => createNotices({ domain, log, source: noticeSource(db), send })),
  );
  return {
    name: 'people',
    handlers: { ...profileHandlers(), ...friendsHandlers({ config, presence }) },
    replays: { updateProfile: ({ db, uid }) => loadProfile(db, uid), ...replaysOfRelations },
    services: [gate, roster, disco, notices],
    channels: [
      {
        name: POLICY_CHANGED,
        onNews: (uid) => announce(Number(uid)),
        onGap: () => announce('all'),
      },
      {
        name: RELATIONS_CHANGED,
        onNews(payload) {
          notices.current()?.relationsChanged(payload);
          roster.current()?.friendsChanged(Number.parseInt(payload, 10));
        },
        onGap: () => roster.current()?.friendsChanged('all'),
      },
      { name: PROFILE_CHANGED, onNews: (payload) => notices.current()?.profileChanged(payload) },
    ],
    edge: {
      policy: {
        load: (uid) => loadSenderPolicy(db, uid),
        onChange(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
    },
  };
}

const relationNow = async ({ db, uid }: UserCaller, { targetUid }: { targetUid: number }) =>
  ok({ relation: await relationOf(db, uid, targetUid) });

/** Recomputed answers of repeated changes (`replay: 'recomputed'` in the endpoint table): the current relation. */
const replaysOfRelations = { changeRelation: relationNow, autoAddFriend: relationNow, changeFavourite: relationNow };
