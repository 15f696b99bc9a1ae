import xml from '@xmpp/xml';
import type { accountCommands } from '#contract/account/commands.ts';
import type { lifeCommands } from '#contract/account/life-commands.ts';
import type { passkeyCommands } from '#contract/account/passkey-commands.ts';
import type { recoveryCommands } from '#contract/account/recovery-commands.ts';
import type { Payload } from '#contract/chat/payload.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ALBUM_MAX, type ProfileChange, VIDEOS_MAX } from '#contract/people/people.ts';
import { writeVCard } from '#contract/people/vcard.ts';
import type { Result } from '#contract/result.ts';
import { createSerialQueue } from '#contract/serial-queue.ts';
import type { CorePart } from '../base/part.ts';
import { ownerOf } from '../base/session-row.ts';
import type { UploadOwner } from '../base/upload-owner.ts';
import type { ApiQueueRow, AppRow } from '../db/schema.ts';
import type { Ask } from '../xmpp/iq.ts';
import { type AccountPorts, createAccountCommands } from './commands.ts';
import { createLeave } from './leave.ts';
import { createProfileCommands } from './profile.ts';
import { refreshAccount } from './refresh.ts';
import { undoProfile } from './undo-profile.ts';
import { wipeConversations } from './wipe.ts';

/** The core part for session, profile and settings; other parts implement `wake`, `look`, `discardChange` and the export. */
export type Account = CorePart<
  Omit<CommandsOf<typeof accountCommands>, 'wake' | 'look' | 'discardChange'> &
    Omit<CommandsOf<typeof lifeCommands>, 'exportData' | 'discardExport'> &
    CommandsOf<typeof recoveryCommands> &
    CommandsOf<typeof passkeyCommands>
>;

/** Creates the account part at the start of the core: session, profile, settings, balance, maintenance and attribution requests. */
export function createAccount(ports: AccountPorts): Account {
  const { app, api, queue, session, accepted } = ports;
  let ask: Ask | undefined;
  const refreshes = createSerialQueue();
  /** Fetches the account, one request after the other: an older answer never overwrites a newer one. */
  const refresh = (what?: 'profile') => refreshes.add(() => refreshAccount(app, api, accepted, what));
  /** The refresh of the sign-in, until the first stream after it is up. */
  let firstRefresh: Promise<Result<null>> | undefined;

  /**
   * Sends the profile fields of a change that the API accepted as a vCard as well (XEP-0054), for clients that read it there; its settings
   * are left out.
   */
  async function publishCard(row: ApiQueueRow): Promise<void> {
    const { settings: _ours, ...change } = row.data as ProfileChange & { readonly settings?: unknown };
    // Only the changed fields are sent: the others may be newer on another device.
    if (Object.keys(change).length > 0 && (await session())?.uid === row.uid)
      await ask?.(xml('iq', { type: 'set' }, writeVCard(change)));
  }

  /**
   * The `updateProfile` of uploads runs inside the uploader's transaction, so its queue does nothing: `onKept` starts the real one after
   * the commit.
   */
  const { updateProfile } = createProfileCommands({ app, chat: ports.chat, queue: { kick() {} }, session });
  const profile = async () => (await app.state.get('profile')) as Extract<AppRow, { key: 'profile' }> | undefined;
  const intoProfile = (keep: UploadOwner['keep']): UploadOwner => ({ keep, onKept: queue.kick });

  const leaving = createLeave(ports);
  const commands = createAccountCommands(ports, leaving);

  /** Stores the announced maintenance for the banner while a user is signed in, and fetches the configuration in any case. */
  async function noteMaintenance({
    kind: key,
    ...maintenance
  }: Extract<Payload, { kind: 'maintenance' }>): Promise<void> {
    if ((await session()) !== undefined) await app.state.put({ key, ...maintenance });
    await commands.refreshConfig();
  }

  /** Counts a request of the official service for the attribution; the same id twice in a row counts once. */
  const noteRefresh = (last: string) =>
    app.transaction('rw', app.state, async () => {
      const row = await app.state.get('attribution');
      const known = row?.key === 'attribution' ? row : undefined;
      if (known?.last !== last)
        await app.state.put({ ...known, key: 'attribution', asked: (known?.asked ?? 0) + 1, last });
    });
  const warn = (error: unknown) => console.warn('failed to handle a change of the account', error);
  /** Fetches the site's settings after the session row vanished: the browser may have deleted all data. A sign-out keeps them. */
  const afterGone = async () => void (await commands.refreshConfig());

  return {
    uploads: {
      avatar: intoProfile(async ({ url }) => void (await updateProfile({ avatarUrl: url }))),
      album: intoProfile(async ({ url }) => {
        const { albums = [] } = (await profile()) ?? {};
        await updateProfile({ albums: [...albums, url].slice(-ALBUM_MAX) });
      }),
      video: intoProfile(async ({ url, thumbUrl }) => {
        const { videos = [] } = (await profile()) ?? {};
        const video = { thumbnail: thumbUrl, videoUrl: url, checksum: url.slice(url.lastIndexOf('/') + 1) };
        await updateProfile({ videos: [...videos, video].slice(-VIDEOS_MAX) });
      }),
    },
    commands: {
      ...commands,
      ...createProfileCommands({ app, chat: ports.chat, queue, session }),
      refreshProfile: () => refresh(),
    },
    queuedCalls: {
      updateProfile: {
        async onTaken(row) {
          void ports.onProfileAccepted?.().catch(warn);
          await publishCard(row);
        },
        undo: (row, later) => undoProfile(app, row, later),
        onRefused: async () => void (await refresh()),
      },
      logout: { isShown: false },
    },
    async onLead() {
      ports.guard.watch(() => void leaving.inTurn(leaving.leaveIfGone).then(afterGone).catch(warn));
      // A core that was terminated during a sign-out may have left conversations behind: they are deleted when this device has no account.
      await leaving.inTurn(async () => {
        if ((await ownerOf(app)) === undefined) await wipeConversations(ports);
      });
    },
    onSignedIn() {
      firstRefresh = refresh();
      firstRefresh.catch(warn);
    },
    onStreamUp(stream, resumed) {
      ask = stream.ask;
      // Announcements of changes are lost without a stream, so one that was not resumed fetches the profile, unless the fetch of the
      // sign-in succeeded.
      const first = firstRefresh;
      firstRefresh = undefined;
      if (resumed) return;
      void (async () => {
        if (!(await first)?.ok) await refresh('profile');
      })().catch(warn);
    },
    onOwnChange: async () => void (await refresh('profile')),
    onMessage({ payload }) {
      if (payload?.kind === 'maintenance') void noteMaintenance(payload).catch(warn);
    },
    onRefreshAttribution: (id) => void noteRefresh(id).catch(warn),
    onSigningOut() {
      ask = undefined;
    },
  };
}
