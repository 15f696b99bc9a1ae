import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Settings } from '#contract/account/settings.ts';
import type { Output } from '#contract/api/endpoint.ts';
import type { PreviewFacts } from '#contract/chat/lines.ts';
import type { Payload } from '#contract/chat/payload.ts';
import type { TextLanguage } from '#contract/chat/text-languages.ts';
import type { ConnectionState } from '#contract/core.ts';
import type { StoryItem } from '#contract/discovery/stories.ts';
import type { Endpoints } from '#contract/endpoints.ts';
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
  ToldRow,
} from './away-rows.ts';
import type {
  AllowancesRow,
  CallbackRow,
  CallRow,
  CallSignalRow,
  MatchRow,
  VideoCallRow,
  WishRow,
} from './call-rows.ts';
import type { GiftOpRow, GiftRow, WallRow } from './gift-rows.ts';
import type { ExportRow, SessionsRow } from './life-rows.ts';
import type { OrderRow, RecordsRow, StoreRow } from './payment-rows.ts';
import type { CardRow, ListRow, PersonRow, RelationRow, SkippedRow, UploadRow } from './people-rows.ts';
import type { GiftPackRow, LuckyBoxRow, SilverRow, TasksRow } from './reward-rows.ts';
import type { OwnerRow, SiteRow } from './site-rows.ts';
import { newUploadName } from './upload-name.ts';

export type { IntentRow, NoticeRow, PushRow, RingRow, ShareRow, ToldRow } from './away-rows.ts';
export type { AllowancesRow, CallRow, CallSignalRow, VideoCallRow } from './call-rows.ts';
export type { GiftRow, WallRow } from './gift-rows.ts';
export type { ExportRow } from './life-rows.ts';
export type { OrderRow, RecordsRow, StoreRow } from './payment-rows.ts';
export type { CardRow, ListRow, PersonRow, RelationRow, UploadRow } from './people-rows.ts';
export type { GiftPackRow, TasksRow } from './reward-rows.ts';

/** A conversation (product 3.3). `id` is the peer's uid; the local official conversation (1.5) uses the same key. */
export type ThreadRow = {
  id: number;
  /** The peer's local name (`u_9001`) or 'localOfficial'. Derived from the verified sender, never from the wire. */
  tid: string;
  mainJid: string;
  linkedJid: string;
  linkedUser: { jid: string; uid: number; nickName: string };
  /** Excludes ask_gift (product 4.3). */
  unread: number;
  /** Date of the last message in ms; threads are ordered by it, newest first. */
  lastDate: number;
  /** What the list says of the last message. Its words are made when it is drawn. Undefined when there is no message. */
  lastFacts: PreviewFacts | undefined;
  lastMid: string;
  lastOut: boolean;
  lastState: MessageState;
  /** Date of the newest incoming message: a message sent within ten minutes of it is a reply (product 9.2). */
  lastIncoming: number;
  /** mid of the first unread message when the conversation was last opened: the position of the divider. */
  dividerMid: string;
  /** Which of its messages are translated unasked; absent: `auto`. */
  translate?: TranslateMode;
};

export type MessageState = 'sending' | 'success' | 'error';

/** A message (product 3.4). Flat: one row is one bubble. */
export type MessageRow = {
  id?: number;
  /** `<sender's local name>/<stanza id>`: another sender's reuse of an id is another message (threats: mid collision). */
  mid: string;
  /** Begins with '#' when the message is never drawn. */
  tid: string;
  /** Server clock, ms. */
  date: number;
  from: string;
  to: string;
  nickName: string;
  os: string;
  pkgName: string;
  read: boolean;
  /** The tid while an incoming message is unread, absent afterwards: a small index to count and find unread messages. */
  unreadIn?: string;
  sensitiveInfo: number;
  state: MessageState;
  /** The reason of the state `error`, for a sentence under the bubble: the edge's rule, else the stanza error's condition. */
  refusal: string;
  /** Outgoing only: how far the peer's receipts and markers reached. */
  reached: 'none' | 'delivered' | 'seen';
  type: number;
  version: number;
  /** Undefined when this build cannot read the type; then `raw` keeps the stanza for a newer build. */
  payload: Payload | undefined;
  raw: string;
  /** The type while `payload` is undefined: a small index of the messages that a newer build has to read again. */
  unsupportedType?: number;
  textAction: '' | 'reply';
  /** The stanza id of the message that this one answers or changes. */
  answers?: string;
  /** The stanza id of the message that it replies to. */
  replyTo?: string;
  /** What made the message, and which step of that (contract, Envelope). */
  identify?: string;
  step?: number;
  /** The edge's signature, to be shown with a report. */
  seal?: string;
  out: boolean;
  /** Of a message that is paid for: that it is open, or no longer there. Absent while it is locked, as far as this device knows. */
  lock?: 'opened' | 'void';
  /** The words in the reader's language, and who translated them. Absent until somebody has. */
  translate?: { lang: TextLanguage; text: string; by: 'device' | 'service' | 'phrasebook' };
};

/**
 * A message or mark to send. Sent in order of `id` in each conversation, always under the same stanza id (law 3). `about` is the
 * mid of the message to send, or the stanza id that a mark names.
 */
export type OutboxRow = {
  id?: number;
  kind: 'message' | 'received' | 'displayed';
  about: string;
  tid: string;
  stanzaId: string;
  to: string;
  /** The id of the upload that must have arrived before; absent when there is none, or no longer. */
  waitsFor?: string;
};

/** One row of state that must be committed together with the messages it describes. */
export type SyncRow =
  /**
   * Stream management (XEP-0198): what a later worker needs to resume. `inbound` counts only committed stanzas. `announced`: the
   * server has seen its presence; one that broke before is resumed without, and is sent nothing until it says so again.
   */
  | { key: 'stream'; id: string; inbound: number; jid: string; savedAt: number; announced?: boolean }
  /**
   * Archive (XEP-0313): the newest id before which nothing is missing, and how far back the older history was read.
   * `settled` is false while newer pages are still being fetched: live messages must not move `newest` over the gap.
   */
  | { key: 'archive'; newest: string; oldest: string; complete: boolean; settled: boolean }
  /** Records of calls: the end (server clock, ms) of the last fetched one. */
  | { key: 'calls'; since: number };
export type ArchiveRow = Extract<SyncRow, { key: 'archive' }>;
export type StreamRow = Extract<SyncRow, { key: 'stream' }>;

/** A message that the user removed from this device: whatever brings it again, it is not stored. */
export type HiddenRow = { mid: string };

export type UserRow = { uid: number; jid: string; nickName: string; avatarUrl: string };

export type ChatDb = Dexie & {
  users: Table<UserRow, number>;
  threads: Table<ThreadRow, number>;
  messages: EntityTable<MessageRow, 'id'>;
  videocalls: Table<VideoCallRow, string>;
  outbox: EntityTable<OutboxRow, 'id'>;
  sync: Table<SyncRow, string>;
  hidden: Table<HiddenRow, string>;
};

/** Opens the local database 'chat' (product 3.9), version 3 and its additions. Versions are only ever appended. */
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
  return db;
}

export type OnlineUserRow = { id: number; status: 'online' | 'busy' | 'offline'; at: number };
/** Somebody who is writing, until then (device clock, ms). */
export type TypingRow = { id: number; until: number };
export type NoticeDb = Dexie & {
  onlineUsers: Table<OnlineUserRow, number>;
  typing: Table<TypingRow, number>;
  notices: EntityTable<NoticeRow, 'id'>;
};

export function openNoticeDb(): NoticeDb {
  const db = new Dexie('notice', { cache: 'disabled' }) as NoticeDb;
  db.version(1).stores({ onlineUsers: 'id' });
  db.version(2).stores({ typing: 'id' });
  db.version(3).stores({ notices: '++id, &key, at' });
  return db;
}

/** The signed-in user. Only the core uses the vcToken: no read in `reads/` returns it. */
export type SessionRow = {
  key: 'session';
  uid: number;
  jid: string;
  role: number;
  vcToken: string;
  nickName: string;
  services: { domain: string; hub: string; gift: string; official: string; gate: string };
  /** 'expired' after the server refused the token: the outbox is kept, and the user is asked to log in once. */
  status: 'active' | 'expired';
};
/**
 * Accounts of this device beside the signed-in one. An account that was used while the databases could not be read is kept here when they
 * hold another one. The login page offers it.
 */
export type OtherAccountsRow = {
  key: 'otherAccounts';
  accounts: readonly {
    readonly session: SessionRow;
    /** The secret by which a guest signs in again; empty for an account with another way to sign in. */
    readonly openId: string;
  }[];
};

export type AppRow =
  | SessionRow
  /** `online` says whether the device has a network at all; only `connected` means that the server answers. */
  | {
      key: 'connection';
      state: ConnectionState;
      since: number;
      online: boolean;
      nextTryAt: number;
      /** The reason why the last chat login failed, in the terms of product 8.3; empty when it did not fail. */
      error?: string;
    }
  | OwnerRow
  | OtherAccountsRow
  | SiteRow
  /** When the cookie of private media was made (server clock, ms). */
  | { key: 'pass'; madeAt: number }
  | ({ key: 'account' } & Output<Endpoints['account']>)
  | {
      key: 'config';
      googleClientId: string;
      demo: boolean;
      /** The demo is reachable from other machines. */
      publicDemo?: boolean;
      maintenance: boolean;
      /** Addresses of the apps in the stores; empty when there is none, absent in rows of builds that did not store them. */
      stores?: { readonly iosUrl: string; readonly androidUrl: string };
      /** The key that browsers subscribe to pushes with; '' or absent where nothing is pushed. */
      pushKey?: string;
      /** The operator wants nothing measured for now. */
      measurePaused?: boolean;
      /** The operator wants no service worker for now. */
      workerOff?: boolean;
    }
  | {
      key: 'device';
      openId: string;
      webUuid: string;
      language: string;
      screenWidth: number;
      screenHeight: number;
      /** The account of the guest whose secret `openId` is; absent before one has signed in. */
      guest?: number;
    }
  /** Set when a newer core took over, so that old tabs ask for a reload (law 10). */
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
  /** The last change that the server refused and that was undone here. Device clock, ms. */
  | { key: 'undone'; id: string; at: number; error: AppError }
  | CallRow
  | MatchRow
  | CallbackRow
  | WishRow
  | AllowancesRow
  | StoreRow
  | TasksRow
  | LuckyBoxRow
  | GiftPackRow
  | SilverRow
  | PushRow
  | RingRow
  | IntentRow
  | ToldRow
  | ConsentRow
  /** The last changes of the connection. Device clock, ms. */
  | { key: 'changes'; list: readonly { readonly code: string; readonly at: number }[] }
  /** Up to which number the server's notices were fetched. */
  | { key: 'notices'; since: number }
  | SessionsRow
  | ExportRow
  /** The version of the catalogue in `gifts`. */
  | { key: 'gifts'; version: number }
  /** The server was told of this account that the app is installed, or will be once there is a network. */
  | { key: 'installed'; uid: number }
  /** The day (since the epoch, UTC) on which a host was last asked to greet after the login. */
  | { key: 'greeted'; day: number }
  /** The newest stories, those of people with a block left out by the server. `seenStep` is what this device knows. */
  | { key: 'stories'; fetchedAt: number; stories: readonly StoryItem[] }
  /** How far the server's clock is ahead of the device's, ms; absent while that is little. */
  | { key: 'clock'; ahead: number }
  /** Maintenance that people were told of: server clock, ms. */
  | ({ key: 'maintenance' } & Omit<Extract<Payload, { kind: 'maintenance' }>, 'kind'>)
  | MeasuredRow
  | AttributionRow
  /** Counts of stanzas dropped at the edge of the core, by reason (never content). */
  | { key: 'dropped'; counts: Record<string, number> };

/**
 * `replyTo`: the stanza id of the message that it replies to. `said`: what was typed, while `text` is a translation of it. `sentAs`:
 * the message that it becomes; once that is stored, this is a draft no more.
 */
export type DraftRow = {
  tid: string;
  text: string;
  replyTo?: string;
  said?: { lang: TextLanguage; text: string };
  sentAs?: string;
};
/** A write to the API that waits for the server. Replayed in order with the same key (wire 1.3). */
export type ApiQueueRow = {
  id?: number;
  operationId: string;
  endpoint: string;
  data: unknown;
  /** The token to send. A logout uses the token that it revokes, after the session row is gone. */
  vcToken: string;
  uid: number;
  jid: string;
  role: number;
  queuedAt: number;
  /** What was shown before the change, in the words of the part that queued it: the change is undone by it. */
  before?: unknown;
};

export type AppDb = Dexie & {
  state: Table<AppRow, string>;
  people: Table<PersonRow, number>;
  lists: Table<ListRow, ListName>;
  cards: Table<CardRow, number>;
  relations: Table<RelationRow, number>;
  skipped: Table<SkippedRow, number>;
  uploads: Table<UploadRow, string>;
  drafts: Table<DraftRow, string>;
  apiQueue: EntityTable<ApiQueueRow, 'id'>;
  callSignals: EntityTable<CallSignalRow, 'id'>;
  gifts: Table<GiftRow, string>;
  giftOps: Table<GiftOpRow, string>;
  walls: Table<WallRow, number>;
  orders: Table<OrderRow, string>;
  records: Table<RecordsRow, RecordsRow['kind']>;
  shares: Table<ShareRow, string>;
};

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
    // The table is a cache, and its shape changed.
    .upgrade((upgrade) => upgrade.table('people').clear());
  db.version(3).stores({ callSignals: '++id, sid' });
  db.version(4).upgrade((upgrade) =>
    upgrade
      .table<UploadRow>('uploads')
      .toCollection()
      .modify((row) => {
        row.name = newUploadName(row.file?.type ?? '');
      }),
  );
  db.version(5).stores({ gifts: 'id', giftOps: 'op', walls: 'uid' });
  db.version(6).stores({ orders: 'op, orderId', records: 'kind' });
  db.version(7).stores({ shares: 'id, at' });
  return db;
}
