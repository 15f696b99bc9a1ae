import type { accountCommands } from '#contract/account/commands.ts';
import { DEFAULT_SETTINGS } from '#contract/account/settings.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { nickFault, typedNick } from '#contract/people/nick.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { holdsPlainText } from '#contract/xml/characters.ts';
import { queued } from '../api/enqueue.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { AppDb, AppRow, SessionRow } from '../db/schema.ts';
import { shownBefore } from './undo-profile.ts';

/** The dependencies of the profile commands. */
export type ProfilePorts = {
  readonly app: AppDb;
  readonly queue: Pick<ApiQueue, 'kick'>;
  readonly session: () => Promise<SessionRow | undefined>;
};

type Row<K extends AppRow['key']> = Extract<AppRow, { key: K }>;

/** Creates the commands for profile and settings: changes apply locally at once and are queued for the server. */
export function createProfileCommands({
  app,
  queue,
  session: readSession,
}: ProfilePorts): Pick<CommandsOf<typeof accountCommands>, 'updateProfile' | 'changeSettings'> {
  /**
   * Writes a change. The session is read in the same transaction, so that a sign-out happens before or after it and
   * no write restores a session.
   */
  async function changed(write: (session: SessionRow) => Promise<void>): Promise<Result<null>> {
    const done = await app.transaction('rw', [app.state, app.apiQueue], async () => {
      const session = await readSession();
      if (session) await write(session);
      return session !== undefined;
    });
    if (!done) return fail(needLogin);
    queue.kick();
    return ok(null);
  }

  return {
    async updateProfile({ nickName, ...rest }) {
      const unreadable = Object.entries({ nickName, ...rest }).find(([, value]) => !holdsPlainText(value));
      if (unreadable) return fail({ code: 'bad-request', detail: unreadable[0] });
      const cleaned = nickName === undefined ? undefined : typedNick(nickName);
      if (cleaned !== undefined && nickFault(cleaned)) return fail({ code: 'bad-request', detail: 'nickName' });
      const change = cleaned === undefined ? rest : { ...rest, nickName: cleaned };
      return changed(async (session) => {
        if (cleaned !== undefined) await app.state.put({ ...session, nickName: cleaned });
        const before = (await app.state.get('profile')) as Row<'profile'> | undefined;
        if (before) await app.state.put({ ...before, ...change });
        const shown = shownBefore({ nickName: session.nickName, ...before }, change);
        await app.apiQueue.add(queued(session, 'updateProfile', change, shown));
      });
    },

    async changeSettings(change) {
      return changed(async (session) => {
        const before = (await app.state.get('settings')) as Row<'settings'> | undefined;
        await app.state.put({ ...DEFAULT_SETTINGS, ...before, ...change, key: 'settings' });
        const shown = shownBefore({ ...DEFAULT_SETTINGS, ...before }, change);
        await app.apiQueue.add(queued(session, 'updateProfile', { settings: change }, shown));
      });
    },
  };
}
