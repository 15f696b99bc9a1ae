import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Settings } from '#contract/account/settings.ts';
import type { Output } from '#contract/api/endpoint.ts';
import type { Booking } from '#contract/calls/booking.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import type { Payload } from '#contract/chat/payload.ts';
import type { TextLanguage } from '#contract/chat/text-languages.ts';
import type { ConnectionState } from '#contract/core.ts';
import type { StoryItem } from '#contract/discovery/stories.ts';
import type { Endpoints } from '#contract/endpoints.ts';
import type { Hosting } from '#contract/hosting/endpoints.ts';
import type { Payouts } from '#contract/hosting/payouts.ts';
import type { Studio } from '#contract/hosting/studio.ts';
import type { ListName, ProfileFields } from '#contract/people/people.ts';
import type { AppError } from '#contract/result.ts';
import type { TranslateMode } from '#contract/translate/rules.ts';
import type {
  AttributionRow,
  ConsentRow,
  IntentRow,
  MeasuredRow,
  NoticeRow,
  PushRow,
  RingRow,
  ShareRow,
  ShownRow,
} from './away-rows.ts';
import type {
  AllowancesRow,
  CallbackRequestRow,
  CallbackRow,
  CallRow,
  CallSignalRow,
  MatchRow,
  VideoCallRow,
} from './call-rows.ts';
import type { GiftOpRow, GiftRow, WallRow } from './gift-rows.ts';
import type { ExportRow, SessionsRow } from './life-rows.ts';
import type { OrderRow, RecordsRow, StoreRow } from './payment-rows.ts';
import type { CardRow, ListRow, PersonRow, RelationRow, SkippedRow, UploadRow } from './people-rows.ts';
import type { ApiQueueRow, StalledRow } from './queue-rows.ts';
import { MESSAGE_ORDER, PENDING_PLACE, PENDING_STAMP, type Place } from './reads/message-order.ts';
import { reopenOnFailure } from './reopen.ts';
import type { GiftPackRow, LuckyBoxRow, SilverRow, TasksRow } from './reward-rows.ts';
import type { OwnerRow, SiteRow } from './site-rows.ts';
import { readFilesAsBlobs, type WithStored } from './stored-file.ts';
import type { OutboxRow, SyncRow } from './sync-rows.ts';
import { newUploadName } from './upload-name.ts';

export type { IntentRow, NoticeRow, PushRow, RingRow, ShareRow, ShownRow } from './away-rows.ts';
export type { AllowancesRow, CallRow, CallSignalRow, VideoCallRow } from './call-rows.ts';
export type { GiftRow, WallRow } from './gift-rows.ts';
export type { ExportRow } from './life-rows.ts';
export type { OrderRow, RecordsRow, StoreRow } from './payment-rows.ts';
export type { CardRow, ListRow, PersonRow, RelationRow, UploadRow } from './people-rows.ts';
export type { ApiQueueRow } from './queue-rows.ts';
export type { GiftPackRow, TasksRow } from './reward-rows.ts';
export type { ArchiveRow, OutboxRow, PendingMark, StreamRow, SyncRow } from './sync-rows.ts';

/** A conversation (product 3.3). `id` is the peer's uid; that of the local official conversation is 1.5. */
export type ThreadRow = {
  id: number;
  /** The peer's local part (`u_9001`) or 'localOfficial'. Derived from the verified sender, never taken from the stanza. */
  tid: string;
  mainJid: string;
  linkedJid: string;
  linkedUser: { jid: string; uid: number; nickName: string };
  /** Number of unread messages, without ask_gift (product 4.3). */
  unread: number;
  /**
   * Date of the last message, ms; without messages, when the conversation was opened or last had one. Conversations are listed by it,
   * newest first.
   */
  lastDate: number;
  /** Place of the last message; undefined without messages. */
  lastPlace?: Place | undefined;
  /** Preview of the last message for the list; its text is composed when it is rendered. Undefined when there is no message. */
  lastFacts: PreviewFacts | undefined;
  lastMid: string;
  lastOut: boolean;
  lastState: MessageState;
  /** Place up to which incoming messages are read, also those that are stored later. Absent: none is. */
  readTo?: Place;
  /** Places up to which the peer's marks report the account's messages as delivered and as seen. */
  deliveredTo?: Place;
  seenTo?: Place;
  /** Date of the newest incoming message: a message sent within ten minutes of it is a reply (product 9.2). */
  lastIncoming: number;
  /** Mid of the first unread message when the conversation was last opened: the position of the divider. */
  dividerMid: string;
  /** Automatic translation in this conversation; absent: `auto`. */
  translate?: TranslateMode;
};

/** Delivery state of a message: `success` once the server has accepted it. Incoming messages are `success`. */
export type MessageState = 'sending' | 'success' | 'error';

/** A message (product 3.4). Flat: one row is one bubble, or a side message that changes one. */
export type MessageRow = {
  id?: number;
  /** `<sender's local part>/<stanza id>`: the same id from another sender is another message (threats: mid collision). */
  mid: string;
  /** Conversation of the message; with a leading '#' for a side message, which is never rendered. */
  tid: string;
  /** Shown date, server clock, ms: the server's stamp, or the estimated time of writing while the message is pending. */
  date: number;
  /** Sort key (worker/db/reads/message-order.ts): the server's stamp, ms, or PENDING_STAMP; then the archive id, 0 without one. */
  stamp: number;
  archiveId: number;
  from: string;
  to: string;
  nickName: string;
  os: string;
  pkgName: string;
  read: boolean;
  /** The tid while an incoming message is unread, then absent: a sparse index to count and find unread messages. */
  unreadIn?: string;
  sensitiveInfo: number;
  state: MessageState;
  /** Reason of the state `error`, shown under the bubble: the edge's reason code, else the stanza error's condition. */
  refusal: string;
  /** Outgoing messages only: the furthest state that the peer's receipts and read marks reported. */
  reached: 'none' | 'delivered' | 'seen';
  type: number;
  version: number;
  /** Undefined when this build does not support the type; `raw` then has the stanza for a newer build. */
  payload: Payload | undefined;
  raw: string;
  /** The type while `payload` is undefined: a sparse index of the messages that a newer build parses again. */
  unsupportedType?: number;
  textAction: '' | 'reply';
  /** Stanza id of the message that this one answers or changes. */
  answers?: string;
  /** Stanza id of the message that this one replies to. */
  replyTo?: string;
  /** Origin of an automatic message, and `step` its position in that sequence (contract, Envelope). */
  identify?: string;
  step?: number;
  /** The edge's signature of the message, sent with a report as proof of its content. */
  seal?: string;
  out: boolean;
  /**
   * Deleted for everyone by its sender: `pending` while an own request waits for the server, then `done`, without content; `refused` if the
   * server did not accept the request. Absent otherwise.
   */
  retract?: 'pending' | 'done' | 'refused';
  /**
   * The newest correction by the sender, whose text `payload` has. `at`: when it was accepted (server clock, ms), or estimated while it is
   * pending. `original` is what the message was first sent with, for a report.
   */
  edited?: { at: number; original: Pick<MessageRow, 'payload' | 'sensitiveInfo'> };
  /** The server refused the last own correction; the text before it is shown again. */
  editRefused?: true;
  /** The newest reactions of each side; absent when there are none. */
  reactions?: { own: readonly string[]; peer: readonly string[] };
  /** State of a paid message: opened, or void. Absent while it is locked, as far as this device knows. */
  lock?: 'opened' | 'void';
  /** Translation into the reader's language, and its source. Absent until it was translated. */
  translate?: { lang: TextLanguage; text: string; by: 'device' | 'service' | 'phrasebook' };
};

/** A message that the user removed from this device. It is not stored again when it is received again. */
export type HiddenRow = { mid: string };

/** A user with whom the account has a conversation, by uid. */
export type UserRow = { uid: number; jid: string; nickName: string; avatarUrl: string };

/** Database of conversations, messages, call records and the outbox. */
export type ChatDb = Dexie & {
  users: Table<UserRow, number>;
  threads: Table<ThreadRow, number>;
  messages: EntityTable<MessageRow, 'id'>;
  videocalls: Table<VideoCallRow, string>;
  outbox: EntityTable<OutboxRow, 'id'>;
  sync: Table<SyncRow, string>;
  hidden: Table<HiddenRow, string>;
};

/** Opens the local database 'chat' (product 3.9). Versions are append-only. */
export function openChatDb(): ChatDb {
  const db = new Dexie('chat', { cache: 'disabled' }) as ChatDb;
  db.version(3).stores({
    users: 'uid, &jid',
    threads: 'id, &tid, lastDate',
    messages: '++id, &mid, tid, date, [tid+date], unreadIn, unsupportedType',
    videocalls: 'vid, caller, callee, startTime',
    outbox: '++id, about, tid',
    sync: 'key',
  });
  db.version(3.1).stores({
    messages: '++id, &mid, tid, date, [tid+date], unreadIn, unsupportedType, answers',
    hidden: 'mid',
  });
  db.version(3.2)
    .stores({
      messages: `++id, &mid, tid, date, ${MESSAGE_ORDER}, unreadIn, unsupportedType, answers`,
    })
    .upgrade(async (upgrade) => {
      const waiting = new Set((await upgrade.table<OutboxRow>('outbox').toArray()).map(({ about }) => about));
      await upgrade
        .table<MessageRow>('messages')
        .toCollection()
        .modify((row) => {
          const isOpen = row.out && (row.state === 'error' || waiting.has(row.mid));
          Object.assign(row, isOpen ? PENDING_PLACE : { stamp: row.date, archiveId: 0 });
        });
      await upgrade
        .table<ThreadRow>('threads')
        .toCollection()
        .modify((row) => {
          const isOpen = row.lastOut && (row.lastState === 'error' || waiting.has(row.lastMid));
          if (row.lastMid !== '') row.lastPlace = [isOpen ? PENDING_STAMP : row.lastDate, 0];
        });
    });
  reopenOnFailure(db);
  return db;
}

/** Presence of a person. `at`: when it was reported, ms. */
export type OnlineUserRow = { id: number; status: 'online' | 'busy' | 'offline'; at: number };
/** A peer who is typing, until `until` (device clock, ms). */
export type TypingRow = { id: number; until: number };
/** Database of presence, typing states and the notification list. */
export type NoticeDb = Dexie & {
  onlineUsers: Table<OnlineUserRow, number>;
  typing: Table<TypingRow, number>;
  notices: EntityTable<NoticeRow, 'id'>;
};

/** Opens the local database 'notice'. Versions are append-only. */
export function openNoticeDb(): NoticeDb {
  const db = new Dexie('notice', { cache: 'disabled' }) as NoticeDb;
  db.version(1).stores({ onlineUsers: 'id' });
  db.version(2).stores({ typing: 'id' });
  db.version(3).stores({ notices: '++id, &key, at' });
  reopenOnFailure(db);
  return db;
}

/** The signed-in user. Only the core uses `vcToken`: no reader in `reads/` returns it. */
export type SessionRow = {
  key: 'session';
  uid: number;
  jid: string;
  role: number;
  vcToken: string;
  nickName: string;
  services: { domain: string; hub: string; gift: string; official: string; gate: string };
  /** 'expired' after the server rejected the token: the outbox stays, and the user is asked once to log in. */
  status: 'active' | 'expired';
  /** Signed in by the secret of this device. */
  isGuest?: true;
};
/** A row of the table `state`: one singleton per key. */
export type AppRow =
  | SessionRow
  /**
   * Connection of the leading core to the chat server. `online`: the device has a network. Only the state `connected` means that the server
   * responds.
   */
  | {
      key: 'connection';
      state: ConnectionState;
      since: number;
      online: boolean;
      nextTryAt: number;
      /** Error code of the last failed chat login (product 8.3); empty when it did not fail. */
      error?: string;
    }
  | OwnerRow
  | SiteRow
  /** When the cookie for private media was issued (server clock, ms). */
  | { key: 'pass'; madeAt: number }
  | ({ key: 'account' } & Output<Endpoints['account']>)
  | {
      key: 'config';
      googleClientId: string;
      demo: boolean;
      /** The demo is reachable from other machines. */
      publicDemo?: boolean;
      /** The server sends e-mail, so that accounts can be recovered by it. */
      recovery?: boolean;
      maintenance: boolean;
      /** Store URLs of the apps; empty when there is none, absent in rows of older builds. */
      stores?: { readonly iosUrl: string; readonly androidUrl: string };
      /** VAPID public key for push subscriptions; empty or absent when push is disabled. */
      pushKey?: string;
      /** The operator has paused measurement. */
      measurePaused?: boolean;
      /** The operator has disabled the service worker. */
      workerOff?: boolean;
    }
  | {
      key: 'device';
      openId: string;
      webUuid: string;
      language: string;
      screenWidth: number;
      screenHeight: number;
      /** `navigator.maxTouchPoints`, which only pages know; absent until one has reported it. */
      touchPoints?: number;
    }
  /** Build of the core that leads or led last; tabs of an older one ask for a reload (law 10). */
  | { key: 'build'; build: number }
  | ({ key: 'profile' } & ProfileFields)
  | ({ key: 'settings' } & Settings)
  /** Counters of the user's own page (friends_relative). */
  | {
      key: 'counts';
      friends: number;
      likes: number;
      likedMe: number;
      favourites: number;
      requests: number;
      favouritesMax?: number;
    }
  /** People about whom the user asked to be notified once when they come online, as far as this device knows. */
  | { key: 'onlineWishes'; uids: readonly number[] }
  /** The last change that was undone on this device, because the server refused it or accepted a later one before it. Device clock, ms. */
  | { key: 'undone'; id: string; at: number; error: AppError }
  | StalledRow
  | CallRow
  | MatchRow
  | CallbackRow
  | CallbackRequestRow
  | AllowancesRow
  | StoreRow
  | TasksRow
  | LuckyBoxRow
  | GiftPackRow
  | SilverRow
  /** Application and settings of a host in the server's last response. */
  | ({ key: 'hosting' } & Hosting)
  | ({ key: 'studio' } & Studio)
  | ({ key: 'payouts' } & Payouts)
  /** Booked calls in the server's last response. */
  | { key: 'bookings'; bookings: readonly Booking[] }
  | PushRow
  | RingRow
  | IntentRow
  | ShownRow
  | ConsentRow
  /** The last changes of the connection state, and failures to start a part of the core. Device clock, ms. */
  | { key: 'changes'; list: readonly { readonly code: string; readonly at: number }[] }
  /** Number up to which the server's notifications were fetched. */
  | { key: 'notices'; since: number }
  | SessionsRow
  | ExportRow
  /** Version of the catalogue in `gifts`. */
  | { key: 'gifts'; version: number }
  /** The installation was reported for this account, or the report is queued. */
  | { key: 'installed'; uid: number }
  /** The last day (since the epoch, UTC) on which this device decided whether to ask for a host's greeting after the first connection. */
  | { key: 'greeted'; day: number }
  /** The newest stories; the server leaves out those with a block in either direction. `seenStep` is what this device knows. */
  | { key: 'stories'; fetchedAt: number; stories: readonly StoryItem[] }
  /** Offset of the server clock ahead of the device clock, ms; absent until it was first more than COARSE_MS. */
  | { key: 'clock'; ahead: number }
  /** The announced maintenance. Times: server clock, ms. */
  | ({ key: 'maintenance' } & Omit<Extract<Payload, { kind: 'maintenance' }>, 'kind'>)
  | MeasuredRow
  | AttributionRow
  /** Written and removed in one transaction, to find out whether the database accepts writes (`worker/session/storage-monitor.ts`). */
  | { key: 'probe'; filler: string }
  /** Counts of dropped stanzas by reason (never their content). */
  | { key: 'dropped'; counts: Record<string, number> };

/**
 * The unsent text of a conversation. `replyTo`: stanza id of the message that it replies to. `said`: the original
 * while `text` is its translation. `sentAs`: mid of the message that the draft becomes; once that message is stored,
 * the draft is obsolete.
 */
export type DraftRow = {
  tid: string;
  text: string;
  replyTo?: string;
  said?: { lang: TextLanguage; text: string };
  sentAs?: string;
};

/** Database of the app state, people, lists, drafts, uploads, queued changes and purchases. */
export type AppDb = Dexie & {
  state: Table<AppRow, string>;
  people: Table<PersonRow, number>;
  lists: Table<ListRow, ListName>;
  cards: Table<CardRow, number>;
  relations: Table<RelationRow, number>;
  skipped: Table<SkippedRow, number>;
  uploads: Table<UploadRow, string, WithStored<UploadRow, 'file'>>;
  drafts: Table<DraftRow, string>;
  apiQueue: EntityTable<ApiQueueRow, 'id'>;
  callSignals: EntityTable<CallSignalRow, 'id'>;
  gifts: Table<GiftRow, string>;
  giftOps: Table<GiftOpRow, string>;
  walls: Table<WallRow, number>;
  orders: Table<OrderRow, string>;
  records: Table<RecordsRow, RecordsRow['kind']>;
  shares: Table<ShareRow, string, WithStored<ShareRow, 'picture'>>;
};

/** Opens the local database 'app'. Versions are append-only. */
export function openAppDb(): AppDb {
  const db = new Dexie('app', { cache: 'disabled' }) as AppDb;
  db.version(1).stores({ state: 'key', people: 'uid, rank', drafts: 'tid', apiQueue: '++id, &operationId' });
  db.version(2)
    .stores({
      people: 'uid',
      lists: 'name',
      cards: 'uid',
      relations: 'uid',
      skipped: 'uid, at',
      uploads: 'id, queuedAt',
    })
    // The table is a cache, and its format changed.
    .upgrade((upgrade) => upgrade.table('people').clear());
  db.version(3).stores({ callSignals: '++id, sid' });
  db.version(4).upgrade((upgrade) =>
    upgrade
      .table<UploadRow>('uploads')
      .toCollection()
      .modify((row) => {
        row.name = newUploadName(row.file ?? { type: '' });
      }),
  );
  db.version(5).stores({ gifts: 'id', giftOps: 'op', walls: 'uid' });
  db.version(6).stores({ orders: 'op, orderId', records: 'kind' });
  db.version(7).stores({ shares: 'id, at' });
  readFilesAsBlobs(db.uploads, db.shares);
  reopenOnFailure(db);
  return db;
}
