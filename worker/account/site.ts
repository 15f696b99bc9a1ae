import type { Output } from '#contract/api/endpoint.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import { domainOfJid } from '#contract/jid.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import type { SiteRow } from '../db/site-rows.ts';

type MainInfo = Output<Endpoints['combineInfo']>['mainInfo'];

/** What a visitor may know. Runs inside a transaction over state, or alone. */
export async function keepSilver(app: AppDb, silver: SiteRow['silver']): Promise<void> {
  const before = (await app.state.get('site')) as SiteRow | undefined;
  await app.state.put({ ...before, key: 'site', silver });
}

/** Config (product 3.2): what the operator has switched on, and where the services are. Runs inside the caller's transaction. */
export async function keepMainInfo(app: AppDb, session: SessionRow, main: MainInfo): Promise<SessionRow> {
  const { commonConfig: common, silverInfoConf: silver, componentInfo } = main;
  await app.state.put({ key: 'site', common, silver });
  // Of another domain they would be strangers: this account's address is of one domain for ever.
  if (componentInfo.domain !== domainOfJid(session.jid)) return session;
  const known = { ...session, services: componentInfo };
  await app.state.put(known);
  return known;
}
