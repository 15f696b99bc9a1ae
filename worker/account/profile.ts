import type { accountCommands } from '#contract/account/commands.ts';
import { DEFAULT_SETTINGS, mergeSettings } from '#contract/account/default-settings.ts';
import type { ConversationChoice, Settings, SettingsChange } from '#contract/account/settings.ts';
import { isArchived, isMuted, isPinned } from '#contract/chat/conversation-choices.ts';
import type { CommandsOf } from '#contract/command.ts';
import { needLogin } from '#contract/errors.ts';
import { nickFault, typedNick } from '#contract/people/nick.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { holdsPlainText } from '#contract/xml/characters.ts';
import { queued } from '../api/enqueue.ts';
import type { ApiQueue } from '../api/queue.ts';
import type { AppDb, AppRow, ChatDb, SessionRow } from '../db/schema.ts';
import { shownBefore } from './undo-profile.ts';

/** The dependencies of the profile commands. */
export type ProfilePorts = {
  readonly app: AppDb;
  readonly chat: Pick<ChatDb, 'threads'>;
  readonly queue: Pick<ApiQueue, 'kick'>;
  readonly session: () => Promise<SessionRow | undefined>;
};

type Row<K extends AppRow['key']> = Extract<AppRow, { key: K }>;

/** Creates the commands for profile and settings: changes apply locally at once and are queued for the server. */
export function createProfileCommands({
  app,
  chat,
  queue,
  session: readSession,
}: ProfilePorts): Pick<CommandsOf<typeof accountCommands>, 'updateProfile' | 'changeSettings' | 'changeConversation'> {
  /**
   * Writes a change and starts the queue; fails when no user is signed in. The session is read in the same transaction, so that a
   * sign-out happens before or after it and no write restores a session.
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

  /** Applies a change to the stored settings and queues it. Runs inside of the transaction of `changed`. */
  async function storeSettings(session: SessionRow, changeOf: (before: Settings) => SettingsChange): Promise<void> {
    const stored = (await app.state.get('settings')) as Row<'settings'> | undefined;
    const before = { ...DEFAULT_SETTINGS, ...stored };
    const change = changeOf(before);
    await app.state.put({ ...mergeSettings(before, change), key: 'settings' });
    await app.apiQueue.add(queued(session, 'updateProfile', { settings: change }, shownBefore(before, change)));
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

    changeSettings: (change) => changed((session) => storeSettings(session, () => change)),

    async changeConversation(tid, change) {
      const { lastIncoming = 0 } = (await chat.threads.where('tid').equals(tid).first()) ?? {};
      return changed((session) =>
        storeSettings(session, ({ conversations }) => {
          const muted = change.muted ?? isMuted(conversations, tid);
          const pinned = change.pinned ?? isPinned(conversations, tid);
          // The archive mark is removed if a message already ended it, or if the conversation is unmuted after a newer
          // message: otherwise a later muting would archive it again.
          const before = isArchived(conversations, { tid, lastIncoming }) ? conversations[tid]?.archivedAt : undefined;
          const kept = before !== undefined && (muted || lastIncoming <= before) ? before : undefined;
          const archivedAt = change.archived === undefined ? kept : change.archived ? lastIncoming : undefined;
          const choice: ConversationChoice = {
            ...(muted && { muted }),
            ...(pinned && { pinned }),
            ...(archivedAt !== undefined && { archivedAt }),
          };
          return { conversations: { [tid]: choice } };
        }),
      );
    },
  };
}
