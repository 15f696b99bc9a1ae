import { nanoid } from 'nanoid';
import { config as brand } from '#brand/config.ts';
import { REQUEST_ID_LENGTH } from '#contract/api/rules.ts';
import { hostsOf } from '#contract/brand.ts';
import type { CoreApi, CorePort } from '#contract/core.ts';
import { CORE_AWAITS_RETRY_MS } from '#contract/core-rules.ts';
import { UPLOAD_PATH } from '#contract/media/media.ts';
import { isKick } from '#contract/push/kick.ts';
import { createAccount } from '../account/account.ts';
import { clientInfo, platformOf, readDevice } from '../account/device.ts';
import { createExport } from '../account/export/export.ts';
import { createUserApi } from '../account/user-api.ts';
import { claimConversations } from '../account/wipe.ts';
import { createMeasuring } from '../analytics/gate.ts';
import { createOutcomes } from '../api/outcomes.ts';
import { createApiQueue, queuePart } from '../api/queue.ts';
import { createAccepted } from '../base/accepted.ts';
import { createAccountGuard } from '../base/account-guard.ts';
import { createStoredClock } from '../base/clock.ts';
import { createEpoch } from '../base/epoch.ts';
import type { CorePart } from '../base/part.ts';
import { expire, readSession as sessionOf } from '../base/session-row.ts';
import { createTabs } from '../base/tabs.ts';
import { createBookings } from '../calls/bookings.ts';
import { createCalls } from '../calls/calls.ts';
import { createChat } from '../chat/chat.ts';
import { createMediaSending } from '../chat/send-media.ts';
import { forgetChanges } from '../db/forget-changes.ts';
import { app, chat, notice } from '../db/open.ts';
import { hasDueSends } from '../db/reads/waiting.ts';
import { announceMessages } from '../db/writes/announce-messages.ts';
import { createDiscovery } from '../discovery/discovery.ts';
import { createGifts } from '../gifts/gifts.ts';
import { createHosting } from '../hosting/hosting.ts';
import { createPass } from '../media/pass.ts';
import { sendFile } from '../media/send-file.ts';
import { createUploader } from '../media/uploader.ts';
import { createNotices } from '../notices/notices.ts';
import { createPayments } from '../payments/payments.ts';
import { createPeople } from '../people/people.ts';
import { createAway } from '../push/part.ts';
import { createRewards } from '../rewards/rewards.ts';
import { noteChange } from '../session/changes.ts';
import { createConnection } from '../session/connection.ts';
import {
  createStorageMonitor,
  deleteMediaCopies,
  openStorageNews,
  probeDatabases,
} from '../session/storage-monitor.ts';
import { guardCommands } from './guard.ts';
import { createHooks } from './hooks.ts';
import { createLeadership, profileWide } from './leadership.ts';
import { createIdleShutdown } from './rest.ts';

/** Hosts of the API and the chat WebSocket for this build's brand (product 3.10). */
const hosts = hostsOf(brand, import.meta.env.MODE);
const ownChatSocket = () => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

/**
 * Builds the core of this realm from its parts. It does nothing until it leads. `end`: terminates the realm when no
 * tab is left; without it, the realm is the worker of the one tab that hosts the core.
 */
export function createCore(build: number, end?: () => void): CorePort {
  const place = profileWide();
  announceMessages(chat);
  forgetChanges();
  const instance = nanoid();
  const session = () => sessionOf(app);
  const clock = createStoredClock(app, session);
  const epoch = createEpoch();
  const now = clock.now;
  const newId = () => nanoid(REQUEST_ID_LENGTH);
  const guard = createAccountGuard(app);
  const hooks = createHooks(() => parts, epoch, {
    isActingFor: (uid) => guard.current() === uid,
    onStartFailure(error) {
      console.warn('failed to start a part of the core, retrying', error);
      storage.failed(error);
      noteChange(app, 'start', Date.now()).catch(() => {});
    },
  });
  const storage = createStorageMonitor({
    probe: () => probeDatabases({ app, chat, notice }),
    post: openStorageNews(),
    makeRoom: deleteMediaCopies,
    onBack: () => void onStorageBack().catch(() => {}),
  });
  for (const db of [app, chat, notice]) db.on('close', storage.closed);
  const tabs = createTabs(
    place.locks,
    () => hooks.each((part) => part.onShownPeople?.()),
    (tab) => {
      hooks.each((part) => part.onTabGone?.(tab));
      rest?.scheduleCheck();
    },
  );
  const api = createUserApi({ app, session, baseUrl: hosts.api, onServerTime: clock.learn });
  const outcomes = createOutcomes(app);
  const accepted = createAccepted();
  const queue = createApiQueue({ app, api, outcomes, accepted });
  const client = { os: platformOf(navigator.userAgent), pkgName: clientInfo.pkgName };
  const measuring = createMeasuring({
    app,
    api,
    queue,
    session,
    build,
    chat,
    device: () => readDevice(app),
    join: (part) => parts.push(part),
    baseUrl: hosts.api,
  });
  const { track, orderStep } = measuring;
  const common = {
    app,
    chat,
    notice,
    epoch,
    guard,
    accepted,
    api,
    queue,
    session,
    tabs,
    now,
    clock,
    newId,
    client,
    track,
  };

  const waiting = queuePart(queue);
  const talk = createChat(common);
  const discovery = createDiscovery(common);
  const gifts = createGifts(common);
  const rewards = createRewards(common);
  const notices = createNotices(common);
  const hosting = createHosting(common);
  const bookings = createBookings(common);
  const people = createPeople({
    ...common,
    refreshList: discovery.commands.refreshList,
    onOwnProfile() {
      hooks.each(
        (part) =>
          void part.onOwnChange?.().catch((error) => console.warn('failed to handle a change of the account', error)),
      );
    },
  });
  const payments = createPayments({ ...common, orderStep });
  const calls = createCalls({
    ...common,
    kick: talk.kick,
    sendText: talk.say,
    onCallEnded: people.onCallEnded,
    onRecharged: payments.onRecharged,
    onReceiptClosed: people.onReceiptClosed,
  });
  const account = createAccount({
    ...common,
    onSignedIn: hooks.signedIn,
    onProfileAccepted: hosting.onProfileAccepted,
    async onSigningOut() {
      tabs.forgetShown();
      await hooks.signingOut();
    },
  });
  const away = createAway({
    ...common,
    decline: async (sid) => (calls.ringingSid() === sid ? calls.commands.declineCall('') : undefined),
    sayBusy: () => calls.commands.replyCallback('', 'busy', 0),
  });
  const myData = createExport({ app, api, baseUrl: hosts.api });
  const pass = createPass(common);
  const uploads = createUploader({
    app,
    session,
    now,
    send: sendFile,
    uploadUrl: `${hosts.api}${UPLOAD_PATH}`,
    onArrived: () =>
      hooks.each(
        (part) =>
          void part.onUploadArrived?.().catch((error) => console.warn('failed to handle a finished upload', error)),
      ),
    renewPass: () => void pass.renew().catch((error) => console.warn('failed to renew the media pass', error)),
    onTokenRefused: (token) => expire(app, token),
  });
  const media = createMediaSending({
    ...common,
    kick: talk.kick,
    kickUploads: uploads.kick,
    retryUpload: async (id) => (await uploads.commands.retryUpload(id)).ok,
    dropUpload: async (id) => void (await uploads.commands.dropUpload(id)),
  });
  const connection = createConnection({
    app,
    chat,
    session,
    service: () => `${hosts.chatSocket || ownChatSocket()}/xmpp-websocket`,
    goLive: hooks.goLive(talk),
    onWake: (why) => hooks.each((part) => part.onWake?.(why)),
    onStorageFailure: storage.failed,
  });

  /**
   * The parts of the core, in the order in which their hooks run. Calls are restored before a stream can deliver events of them; the
   * connection and the API queue start before everything that they do not depend on.
   */
  const parts: CorePart[] = [
    calls,
    connection,
    waiting,
    measuring,
    talk,
    media,
    account,
    myData,
    people,
    gifts,
    payments,
    rewards,
    hosting,
    bookings,
    notices,
    discovery,
    away,
    uploads,
  ];
  for (const part of parts) {
    if (part.queuedCalls) outcomes.register(part.queuedCalls);
    if (part.uploads) uploads.register(part.uploads);
  }

  const commands: CoreApi = {
    ...talk.commands,
    ...media.commands,
    ...calls.commands,
    ...account.commands,
    ...myData.commands,
    ...people.commands,
    ...gifts.commands,
    ...payments.commands,
    ...rewards.commands,
    ...hosting.commands,
    ...bookings.commands,
    ...notices.commands,
    ...discovery.commands,
    ...uploads.commands,
    ...connection.commands,
    ...waiting.commands,
    ...away.commands,
    ...measuring.commands,
  };

  /**
   * Returns false when the stored account is not confirmed as adult. Without a stored account, the commands themselves return
   * `need-login`.
   */
  const mayAct = async () => {
    const row = await app.state.get('account');
    return row?.key !== 'account' || row.adult !== false;
  };
  /**
   * Resumes the account of the stored session when this core begins to lead. With an expired session or none, only the API queue starts.
   */
  async function resumeSession(): Promise<void> {
    const row = await session();
    // A login succeeded since an earlier attempt of this function failed: its account is resumed already.
    if (guard.current() !== undefined) return;
    if (row) {
      await claimConversations({ chat, notice }, row.uid);
      guard.begin(row.uid);
    }
    if (row?.status === 'active') await hooks.signedIn(row);
    else queue.kick();
  }

  const storeBuild = async () => void (await app.state.put({ key: 'build', build }));
  /** Starts work that may have waited for the database or the network. */
  function resumeWork(): void {
    talk.kick();
    queue.kick();
    uploads.kick();
    connection.retry();
  }
  /** Continues after the databases failed or were closed. They may be empty now, without the rows that pages need to sign in. */
  async function onStorageBack(): Promise<void> {
    if (leadership.role() !== 'leading') return;
    hooks.retryNow();
    resumeWork();
    await storeBuild();
    if (!(await app.state.get('config'))) await account.commands.refreshConfig();
  }

  /** Resolved when this core begins to lead. */
  const hasBegun = Promise.withResolvers<void>();
  const leadership = createLeadership({
    build,
    instance,
    ...place,
    isSoleHost: end === undefined,
    async onLead() {
      hasBegun.resolve();
      await hooks.attempt(storeBuild);
      await hooks.attempt(clock.load);
      await hooks.lead();
      await hooks.attempt(resumeSession);
      void hooks.upkeep();
    },
    onFailure: (error) => console.warn('failed to start the core completely', error),
    whenFree: hooks.idle,
    async onStepDown(how) {
      guard.stop();
      storage.stop();
      await hooks.stepDown(how);
    },
  });

  const rest =
    end &&
    createIdleShutdown({
      hasTabs: tabs.hasAny,
      idle: hooks.idle,
      waits: async () => uploads.isBusy() || hasDueSends({ app, chat }, (await session())?.uid, CORE_AWAITS_RETRY_MS),
      end: () => leadership.leave().then(end),
    });

  place.channel.addEventListener('message', ({ data }) => {
    if (!isKick(data) || leadership.role() !== 'leading') return;
    resumeWork();
    away.onKick().catch((error) => console.warn('failed to apply the action of a notification', error));
  });

  const guarded = guardCommands(commands, leadership, {
    mayAct,
    account: async () => guard.current() ?? (await session())?.uid,
    track,
    onThrown: storage.failed,
  });
  return {
    ...guarded.commands,
    async attach(tabId, isQuiet, declared = []) {
      tabs.attach(tabId);
      // Declared before the connection is allowed: it may deliver messages of the conversation that the tab shows. Not awaited:
      // a declaration may need the network.
      void hasBegun.promise.then(() => declared.forEach(guarded.declare));
      if (!isQuiet) connection.allowConnection();
      // A waiting core must not accept commands, because only the leading core can run them.
      await leadership.decided;
      return { instance, build };
    },
  };
}
