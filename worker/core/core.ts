import { nanoid } from 'nanoid';
import { config as brand } from '#brand/config.ts';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import { hostsOf } from '#contract/brand.ts';
import type { CoreApi } from '#contract/core.ts';
import { UPLOAD_PATH } from '#contract/media/media.ts';
import { createAccount } from '../account/account.ts';
import { clientInfo, describeDevice, platformOf } from '../account/device.ts';
import { wipeTalk } from '../account/wipe.ts';
import { createApi } from '../api/client.ts';
import { createOutcomes } from '../api/outcomes.ts';
import { createApiQueue, queuePart } from '../api/queue.ts';
import { createServerClock } from '../base/clock.ts';
import { createEpoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import { expire, ownerOf, readSession as sessionOf } from '../base/session-row.ts';
import { createTabs } from '../base/tabs.ts';
import { createCalls } from '../calls/calls.ts';
import { createChat } from '../chat/chat.ts';
import { app, chat, notice } from '../db/open.ts';
import type { SessionRow, StreamRow } from '../db/schema.ts';
import { createDiscovery } from '../discovery/discovery.ts';
import { sendFile } from '../media/send-file.ts';
import { createUploader } from '../media/uploader.ts';
import { createPeople } from '../people/people.ts';
import { createConnection } from '../session/connection.ts';
import { guardCommands } from './guard.ts';
import { createLeadership, type MeetingPlace, profileWide } from './leadership.ts';

/** Where this build's brand has its API and its chat socket (product 3.10). */
const hosts = hostsOf(brand, import.meta.env.MODE);
const ownChatSocket = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

type Attached = { readonly instance: string; readonly build: number };
export type Core = {
  readonly commands: CoreApi;
  /** `quiet`: the tab is on a payment page, which alone does not start a chat connection (product 2.2). */
  readonly attach: (tabId: string, quiet: boolean) => Promise<Attached>;
};

/** Builds the core of this realm out of its parts. It does nothing until it leads. */
export function createCore(build: number, place: MeetingPlace = profileWide()): Core {
  const instance = nanoid();
  const clock = createServerClock(Date.now);
  const epoch = createEpoch();
  const now = clock.now;
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const session = () => sessionOf(app);
  const tabs = createTabs(
    place.locks,
    () => each((part) => part.onShownPeople?.()),
    (tab) => each((part) => part.onTabGone?.(tab)),
  );
  const api = createApi({
    baseUrl: hosts.api,
    fetch: (...args) => fetch(...args),
    device: () => describeDevice(app),
    client: clientInfo,
    async user() {
      const row = await session();
      return row ? { id: row.uid, jid: row.jid, vcToken: row.vcToken, role: row.role } : null;
    },
    onServerTime: clock.learn,
    pause: (ms) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
    log: (line) => console.warn(line),
  });
  const outcomes = createOutcomes(app);
  const queue = createApiQueue(app, api, outcomes.onRefused, outcomes.onTaken);
  const client = { os: platformOf(navigator.userAgent), pkgName: clientInfo.pkgName };
  const common = { app, chat, notice, epoch, api, queue, session, tabs, now, clock, newId, client };

  const talk = createChat(common);
  const discovery = createDiscovery(common);
  const people = createPeople({ ...common, refreshList: discovery.commands.refreshList });
  const calls = createCalls({ ...common, kick: talk.kick, say: talk.say, met: people.onCallEnded });
  const account = createAccount({ ...common, onSignedIn: signedIn, onSigningOut: signingOut });
  const uploads = createUploader({
    ...{ app, session, now, send: sendFile, uploadUrl: `${hosts.api}${UPLOAD_PATH}` },
    keep: account.keepUpload,
    onKept: queue.kick,
    onTokenRefused: (token) => expire(app, token),
  });
  const connection = createConnection({
    ...{ app, session },
    service: () => `${hosts.chatSocket || ownChatSocket()}/xmpp-websocket`,
    async resume() {
      const row = (await chat.sync.get('stream')) as StreamRow | undefined;
      return row && { id: row.id, inbound: row.inbound, jid: row.jid };
    },
    async goLive(stream, row, onLost) {
      each((part) => part.onStreamOpening?.(row, stream.jid));
      const live = await talk.goLive(stream, row, {
        onLost(why) {
          each((part) => part.onStreamDown?.());
          onLost(why);
        },
        onPush: (stanza) => parts.some((part) => part.onPush?.(stanza)),
        onMessage: (message) => each((part) => part.onMessage?.(message)),
        onRefused: (stanzaId) => each((part) => part.onMessageRefused?.(stanzaId)),
      });
      const link = { session: row, jid: stream.jid, request: live.request, ask: live.ask };
      each((part) => part.onStreamUp?.(link, stream.resumed));
      return live;
    },
    onWake: (why) => each((part) => part.onWake?.(why)),
  });

  /** The order in which hooks run: calls are restored before a stream can bring events of them. */
  const parts: readonly CorePart[] = [talk, calls, connection, account, people, discovery, queuePart(queue), uploads];
  const each = (tell: (part: CorePart) => void) => parts.forEach(tell);
  for (const { queuedCalls } of parts) if (queuedCalls) outcomes.register(queuedCalls);

  async function signedIn(row: SessionRow): Promise<void> {
    const still = epoch.hold();
    for (const part of parts) {
      await part.onSignedIn?.(row);
      // Signed out while it was begun.
      if (!still()) return;
    }
  }
  async function signingOut(): Promise<void> {
    for (const part of parts) await part.onSigningOut?.();
  }

  const commands: CoreApi = {
    ...talk.commands,
    ...calls.commands,
    ...account.commands,
    ...people.commands,
    ...discovery.commands,
    ...uploads.commands,
    ...connection.commands,
  };

  const leadership = createLeadership({
    build,
    instance,
    ...place,
    async onLead() {
      await app.state.put({ key: 'build', build });
      for (const part of parts) await part.onLead?.();
      const row = await session();
      if (row?.status === 'active') return signedIn(row);
      // A worker that died during a sign-out may have left data behind.
      if ((await ownerOf(app)) === undefined) await wipeTalk({ chat, notice });
      queue.kick();
    },
    onFailure: (error) => console.warn('the core did not start whole', error),
    async whenFree() {
      await Promise.all(parts.map((part) => part.whenIdle?.()));
    },
    async onStepDown() {
      epoch.end();
      await Promise.all(parts.map((part) => part.onStepDown?.()));
    },
  });

  return {
    commands: guardCommands(commands, leadership),
    async attach(tabId, isQuiet) {
      tabs.attach(tabId);
      if (!isQuiet) connection.allowConnection();
      // A core that waits behind another would accept commands that only the other can run.
      await leadership.decided;
      return { instance, build };
    },
  };
}
