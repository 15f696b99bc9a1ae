import type { chatCommands } from '#contract/chat/commands.ts';
import type { CommandsOf } from '#contract/command.ts';
import { ok } from '#contract/result.ts';
import { readSettings, watchSettings } from '../account/settings.ts';
import type { CorePart } from '../base/part.ts';
import type { SessionRow } from '../db/schema.ts';
import type { Stream } from '../xmpp/dial.ts';
import { clearMessages } from './clear.ts';
import { type ChatPorts, createChatCommands } from './commands.ts';
import { createKeeper } from './keep.ts';
import { goLive, type LivePorts, type LiveStream } from './live.ts';
import { welcome } from './official.ts';
import type { Outbox } from './outbox.ts';
import { readAgain } from './read-again.ts';

export type StreamHooks = Pick<LivePorts, 'onLost' | 'onPush' | 'onMessage' | 'onRefused'>;
export type Chat = CorePart<CommandsOf<typeof chatCommands>> & {
  /** Starts the outbox: there is something to send. */
  kick(): void;
  /** Sends a text message, as the command `sendText` does. */
  say(uid: number, nickName: string, words: string): Promise<void>;
  /** Starts receiving and sending on a stream that came up. */
  goLive(stream: Stream, session: SessionRow, hooks: StreamHooks): Promise<LiveStream>;
};

/** Creates the conversations part and its use of the stream. */
export function createChat(ports: Omit<ChatPorts, 'kick'>): Chat {
  const { chat, app, epoch, clock, tabs, newId } = ports;
  let outbox: Outbox | undefined;
  const kick = () => outbox?.kick();
  const keeper = createKeeper({
    chat,
    now: clock.now,
    every: (ms, run) => void setInterval(run, ms),
    onFailure: (error) => console.warn('could not clear old messages', error),
  });
  const settings = watchSettings(app, ({ keepDays }) => keeper.choose(keepDays));
  const commands = createChatCommands({ ...ports, kick });

  return {
    commands: {
      ...commands,
      async clearMessages(tid) {
        await clearMessages(chat, tid);
        return ok(null);
      },
    },
    kick,
    async say(uid, nickName, words) {
      const thread = await commands.openThread(uid, nickName);
      if (thread.ok) await commands.sendText(thread.value.tid, words, newId());
    },
    async onLead() {
      await readAgain(chat);
      await keeper.lead((await readSettings(app)).keepDays);
    },
    onSignedIn: (row) => welcome(chat, row, clock.now(), epoch.hold()),
    onStepDown() {
      settings.stop();
      keeper.stepDown();
    },
    async goLive(stream, session, hooks) {
      const live = await goLive(stream, {
        ...{ chat, app, session, clock, tabs, newId },
        sendsReadMarks: () => settings.now().readReceipt,
        onStorageFailure: (error) => console.warn('could not store what arrived', error),
        ...hooks,
      });
      outbox = live.outbox;
      return live;
    },
  };
}
