import type { accountCommands } from '#contract/account/commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import { lastStream } from '../base/last-stream.ts';
import type { CorePart } from '../base/part.ts';
import { expire } from '../base/session-row.ts';
import type { AppDb, ChatDb, SessionRow } from '../db/schema.ts';
import type { Stream } from '../xmpp/dial.ts';
import { noteChange } from './changes.ts';
import { createClientActivity } from './client-activity.ts';
import { connectionRow } from './connection-row.ts';
import { createSessionRunner, type Live } from './runner.ts';

/** The dependencies of the chat connection. */
export type ConnectionPorts = {
  readonly app: AppDb;
  readonly chat: Pick<ChatDb, 'sync'>;
  readonly session: () => Promise<SessionRow | undefined>;
  /** Returns the URL of the chat WebSocket. */
  readonly service: () => string;
  readonly goLive: (
    stream: Stream,
    session: SessionRow,
    onLost: (why: 'disconnected' | 'error') => void,
  ) => Promise<Live>;
  readonly onWake: NonNullable<CorePart['onWake']>;
  /** The connection row could not be stored. */
  readonly onStorageFailure: (error: unknown) => void;
};
/** The core part that owns the chat connection. */
export type Connection = CorePart<Pick<CommandsOf<typeof accountCommands>, 'wake' | 'look'>> & {
  /** Allows the chat connection, because a page is open that uses it. There is no connection before this call or the command `wake`. */
  allowConnection(): void;
  /** Dials at once when the connection waits for its next attempt; pings the server on a stream that is up. */
  retry(): void;
};

/** Creates the chat connection of the signed-in user. It dials once a page needs it (`allowConnection`), and then until the sign-out. */
export function createConnection(ports: ConnectionPorts): Connection {
  const { app, session: readSession } = ports;
  const activity = createClientActivity();
  const session = createSessionRunner({
    async dialOptions(account) {
      const row = await readSession();
      if (row?.uid !== account || row.status !== 'active') return undefined;
      return {
        service: ports.service(),
        domain: row.services.domain,
        username: row.jid.slice(0, row.jid.indexOf('@')),
        password: row.vcToken,
        resume: await lastStream(ports.chat, row),
      };
    },
    async goLive(stream, account, onLost) {
      const row = await readSession();
      if (row?.uid !== account) throw new TypeError('A stream came up for an account that is not signed in');
      activity.onStream(stream);
      return ports.goLive(stream, row, onLost);
    },
    onState(state, nextTryInMs) {
      const row = connectionRow(state, nextTryInMs, Date.now(), navigator.onLine);
      if (row.error) console.warn(`chat login failed: ${row.error}`);
      app.state.put(row).catch(ports.onStorageFailure);
      noteChange(app, row.online ? state : `${state}, no network`, row.since).catch(() => {});
    },
    onTokenRefused: (token) => expire(app, token),
  });

  /** True until the first page opens that uses the connection; payment pages do not. */
  let isForbidden = true;
  let account: number | undefined;
  function dial(): void {
    if (account !== undefined && !isForbidden) session.dispatch({ type: 'signed-in', account });
  }
  function allowConnection(): void {
    if (!isForbidden) return;
    isForbidden = false;
    dial();
  }

  return {
    allowConnection,
    retry: () => session.dispatch({ type: 'wake' }),
    commands: {
      async look(tabId, visible) {
        activity.tab(tabId, visible);
        return ok(null);
      },
      async wake(why) {
        allowConnection();
        session.dispatch({ type: 'wake' });
        ports.onWake(why);
        return ok(null);
      },
    },
    onTabGone: activity.gone,
    async onLead() {
      const row = await app.state.get('connection');
      // The last core may have ended without updating the row; this core has not attempted to connect yet.
      if (row?.key === 'connection' && row.state === 'connected')
        await app.state.put(connectionRow('connecting', 0, Date.now(), navigator.onLine));
    },
    onSignedIn({ uid }) {
      account = uid;
      dial();
    },
    async onSigningOut() {
      account = undefined;
      await session.end('leave');
    },
    async onStepDown(how) {
      await session.end(how);
      // A stream closed for good cannot be resumed, so the next core opens a new one immediately.
      if (how === 'leave') await ports.chat.sync.delete('stream');
    },
  };
}
