import { createEpoch } from '../../../../worker/base/epoch.ts';
import { type ChatPorts, createChatCommands } from '../../../../worker/chat/commands.ts';
import { settleOutbox } from '../../../../worker/chat/settle.ts';
import type { StoredOutboxRow } from '../../../../worker/db/writes/outgoing.ts';
import { freshApp, freshChat, session } from './databases.ts';
import { fakeClock, fakeTabs, idsFrom } from './ports.ts';

/** The chat commands of a user with one conversation, with the host 9001; or of a visitor. */
export async function signedIn(isSignedIn = true) {
  const app = freshApp();
  const db = freshChat();
  const { clock, set, pass } = fakeClock();
  const { tabs } = fakeTabs('tab');
  const handed: StoredOutboxRow[] = [];
  const ports: ChatPorts = {
    chat: db,
    app,
    epoch: createEpoch(),
    session: async () => (isSignedIn ? session : undefined),
    clock,
    tabs,
    client: { os: 'android', pkgName: 'app' },
    newId: idsFrom('mark'),
    handOver: (stored) => {
      handed.push(...stored);
    },
  };
  const commands = createChatCommands(ports);
  if (isSignedIn) await commands.openThread(9001, 'Maya');
  const nextId = idsFrom('id');
  /** Types and sends; the stanza ids are id1, id2, ... */
  const type = (body: string, tid = 'u_9001') => commands.sendText(tid, body, nextId());
  return { db, app, ports, commands, type, tabs, set, pass, handed };
}

/** A device that has sent `body` as id1, which the server accepted. `settle`: the server accepts what is sent, or refuses it. */
export async function signedInWithSent(body: string) {
  const device = await signedIn();
  await device.type(body);
  const settle = async (refusal?: string) => {
    const rows = await device.db.outbox.toArray();
    const refused = refusal === undefined ? [] : rows.map((row) => [row, refusal] as const);
    return settleOutbox(device.db, refusal === undefined ? rows : [], refused);
  };
  await settle();
  return { ...device, settle };
}
