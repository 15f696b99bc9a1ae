import type { chatCommands } from '#contract/chat/commands.ts';
import type { lockCommands } from '#contract/chat/lock/commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import type { translationCommands } from '#contract/translate/commands.ts';
import { readSettingsIn, watchSettings } from '../account/settings.ts';
import type { Api } from '../api/client.ts';
import type { AccountGuard } from '../base/account-guard.ts';
import type { CorePart } from '../base/part.ts';
import { readSession, watchSession } from '../base/session-row.ts';
import type { NoticeDb, SessionRow } from '../db/schema.ts';
import { releaseWaiting } from '../db/writes/waiting.ts';
import type { Stream } from '../xmpp/dial.ts';
import { createEditCommand } from './changes/edit.ts';
import { createReactCommand } from './changes/react.ts';
import { createRetractCommand } from './changes/retract.ts';
import { clearMessages } from './clear.ts';
import { type ChatPorts, createChatCommands } from './commands.ts';
import { goLive, type LivePorts, type LiveStream } from './live.ts';
import { createLockCommands } from './locks.ts';
import { welcome } from './official.ts';
import type { Outbox } from './outbox.ts';
import { readAgain } from './read-again.ts';
import { createRetention } from './retention.ts';
import { forgetSentDrafts } from './sent-drafts.ts';
import { createShareCommands, dropOldShares } from './shares.ts';
import { createTranslationCommands } from './translation.ts';
import { createTyping } from './typing.ts';

/** The callbacks of a stream that the core distributes to its parts. */
export type StreamHooks = Pick<
  LivePorts,
  'onLost' | 'onPush' | 'onMessage' | 'onRefreshAttribution' | 'onSent' | 'onCaughtUp' | 'onRefused'
>;
/** The core part for conversations: their commands, and the messages that are received and sent on a stream. */
export type Chat = CorePart<CommandsOf<typeof chatCommands & typeof lockCommands & typeof translationCommands>> & {
  /** Lets the outbox look for rows to send. */
  kick(): void;
  /** Opens the conversation with `uid` and sends a text message like the command `sendText`. */
  say(uid: number, nickName: string, words: string): Promise<void>;
  /** Starts receiving and sending on a stream that has come up. */
  goLive(stream: Stream, session: SessionRow, hooks: StreamHooks): Promise<LiveStream>;
};

/** Creates the chat part: the commands of conversations and their use of the stream. */
export function createChat(
  ports: Omit<ChatPorts, 'session' | 'handOver'> & {
    readonly api: Pick<Api, 'call'>;
    readonly notice: NoticeDb;
    readonly guard: Pick<AccountGuard, 'isCurrent'>;
  },
): Chat {
  const { chat, app, epoch, clock, tabs, newId } = ports;
  let outbox: Outbox | undefined;
  const kick = () => outbox?.kick();
  const keeper = createRetention({
    chat,
    now: clock.now,
    every: (ms, run) => void setInterval(run, ms),
    onFailure: (error) => console.warn('failed to delete old messages', error),
  });
  const settings = watchSettings(app, ({ keepDays }) => keeper.choose(keepDays));
  const own = watchSession(app, epoch);
  const typing = createTyping({ notice: ports.notice, now: Date.now });
  const chatPorts: ChatPorts = {
    ...ports,
    session: own.session,
    handOver: (stored) => outbox?.handOver(stored),
  };
  const commands = createChatCommands(chatPorts);

  /** Releases outbox rows whose uploads have arrived, including uploads that arrived while no core was running. */
  async function releaseArrived(): Promise<void> {
    const rows = await chat.outbox.toArray();
    const ids = new Set(rows.flatMap(({ waitsFor }) => waitsFor ?? []));
    const uploads = ids.size > 0 ? await app.uploads.bulkGet([...ids]) : [];
    for (const upload of uploads) {
      if (upload?.state === 'done' && (await releaseWaiting(chat, upload.id, clock.now()))) kick();
    }
  }

  return {
    commands: {
      ...commands,
      ...createRetractCommand(chatPorts),
      ...createEditCommand(chatPorts),
      ...createReactCommand(chatPorts),
      ...createLockCommands({ ...ports, session: own.session }),
      ...createTranslationCommands({ ...ports, session: own.session }),
      ...createShareCommands({ app, chat }),
      async clearMessages(tid) {
        await clearMessages(chat, tid);
        return ok(null);
      },
      async setTyping(tabId, tid, state) {
        typing.tell(tabId, tid, state);
        return ok(null);
      },
    },
    kick,
    async say(uid, nickName, words) {
      const thread = await commands.openThread(uid, nickName);
      if (thread.ok) await commands.sendText(thread.value.tid, words, newId());
    },
    upkeep: [
      async () => {
        const row = await readSession(app);
        if (row) await readAgain(chat, row);
      },
      releaseArrived,
      () => forgetSentDrafts(app, chat),
      () => dropOldShares(app, Date.now()),
      async () => keeper.lead((await readSettingsIn(app)).keepDays),
    ],
    onSignedIn: (row) => welcome(chat, row, clock.now(), epoch.guard()),
    onUploadArrived: releaseArrived,
    onPush: typing.take,
    onMessage({ peer }) {
      if (!peer.service) typing.onMessage(peer.uid);
    },
    onTabGone: typing.onTabGone,
    onStreamDown: typing.close,
    onSigningOut: typing.close,
    onStepDown() {
      own.stop();
      settings.stop();
      keeper.stepDown();
    },
    async goLive(stream, session, hooks) {
      const live = await goLive(stream, {
        chat,
        app,
        session,
        clock,
        tabs,
        newId,
        isCurrentAccount: () => ports.guard.isCurrent(session.uid),
        sendsReadMarks: () => settings.now().readReceipt,
        onStorageFailure: (error) => console.warn('failed to store received stanzas', error),
        ...hooks,
      });
      outbox = live.outbox;
      const { uid, services } = session;
      typing.open({ self: uid, domain: services.domain, send: stream.send, isCurrent: epoch.guard() });
      return live;
    },
  };
}
