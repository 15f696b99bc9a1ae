import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { domainOfJid } from '#contract/jid.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import type { SiteRow } from '../db/site-rows.ts';

type MainInfo = Output<Endpoints['combineInfo']>['mainInfo'];

/** Stores the silver club's configuration, which signed-out users may read. Runs inside a transaction over `state`, or alone. */
export async function saveSilver(app: AppDb, silver: SiteRow['silver']): Promise<void> {
  const before = (await app.state.get('site')) as SiteRow | undefined;
  await app.state.put({ ...before, key: 'site', silver });
}

/**
 * Stores the configuration of `combineInfo` (product 3.2): the operator's switches and the JIDs of the services. Runs inside the caller's
 * transaction. Returns the session, with the new JIDs if they belong to the account's domain.
 */
export async function saveMainInfo(app: AppDb, session: SessionRow, main: MainInfo): Promise<SessionRow> {
  const { commonConfig: common, silverInfoConf: silver, componentInfo } = main;
  await app.state.put({ key: 'site', common, silver });
  // Services of another domain are not trusted: an account's domain never changes.
  if (componentInfo.domain !== domainOfJid(session.jid)) return session;
  const known = { ...session, services: componentInfo };
  await app.state.put(known);
  return known;
}
