import { endpoints } from '#contract/endpoints.ts';
import { type Api, type ApiPorts, createApi } from '../api/client.ts';
import type { AppDb, SessionRow } from '../db/schema.ts';
import { delay } from '../delay.ts';
import { clientInfo, describeDevice } from './device.ts';

/** The dependencies of the user's API client. */
export type UserApiPorts = Pick<ApiPorts, 'baseUrl' | 'onServerTime'> & {
  readonly app: AppDb;
  readonly session: () => Promise<SessionRow | undefined>;
};

/** Creates the API client of this device, which sends requests as the user of the session, or as none without a session. */
export const createUserApi = ({ app, session, ...ports }: UserApiPorts): Api =>
  createApi({
    ...ports,
    fetch: (...args) => fetch(...args),
    device: (endpoint) => describeDevice(app, endpoint === endpoints.createOrder),
    client: clientInfo,
    async user() {
      const row = await session();
      return row ? { id: row.uid, jid: row.jid, vcToken: row.vcToken, role: row.role } : null;
    },
    pause: delay,
    log: (line) => console.warn(line),
  });
