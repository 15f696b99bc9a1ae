import type { Element } from '@xmpp/xml';
import type { SessionRow } from '../db/schema.ts';
import type { Inbound } from '../xmpp/inbound.ts';
import type { Ask, Request } from '../xmpp/iq.ts';
import type { QueuedCalls } from './queued-call.ts';
import type { UploadOwners } from './upload-owner.ts';

/** The open stream, as core parts use it. */
export type StreamLink = {
  /** The session of the stream's account. */
  readonly session: SessionRow;
  /** The full JID of this device on the stream. */
  readonly jid: string;
  readonly request: Request;
  readonly ask: Ask;
  /** Reads the whole archive of the account, from its end to its start. Resolves to false when reading stopped early. */
  readonly readArchive: (take: (page: readonly Inbound[]) => Promise<void>) => Promise<boolean>;
};

/**
 * One domain of the core: its commands and its hooks. The core has one array of parts and runs each hook in the order
 * of that array.
 */
export type CorePart<C = object> = {
  readonly commands: C;
  /** Handlers for the outcomes of the API calls that this part queues, by endpoint. Each endpoint has one owner. */
  readonly queuedCalls?: QueuedCalls;
  /** Handlers for uploads, by purpose. Each purpose has one owner. */
  readonly uploads?: UploadOwners;
  /** This core has become the leader; runs before anything else. Retried later when it throws. */
  readonly onLead?: () => Promise<void>;
  /**
   * Maintenance of stored data that no other work waits for. Runs once, after this core began to lead, sequentially. A task that throws
   * does not prevent the others and is retried later.
   */
  readonly upkeep?: readonly (() => Promise<unknown>)[];
  /**
   * A user is signed in. The next part's hook runs when this promise settles, unless the user has signed out
   * meanwhile. Retried later when it throws.
   */
  readonly onSignedIn?: (session: SessionRow) => Promise<void> | void;
  /** A stream came up; no stanza of it has been read yet. */
  readonly onStreamOpening?: (session: SessionRow, jid: string) => void;
  /** The stream can be used. `resumed`: no stanza was lost, and the JID is unchanged. */
  readonly onStreamUp?: (stream: StreamLink, resumed: boolean) => void;
  /** The stream that came up last was lost or is being closed: requests on it fail from now on. */
  readonly onStreamDown?: () => void;
  /**
   * The server announces that the own account was changed: profile, settings, role, application, payouts or bookings, by any device of the
   * account or by the operator.
   */
  readonly onOwnChange?: () => Promise<void>;
  /** Handles an event that a service pushed. Returns true when it belongs to this part. */
  readonly onPush?: (stanza: Element) => boolean;
  /**
   * A message of a peer or a service arrived directly: no carbon of another device, and not from the archive. The database write is still
   * running.
   */
  readonly onMessage?: (message: Extract<Inbound, { kind: 'message' }>) => void;
  /** The official service requests the attribution again; each request has an id. */
  readonly onRefreshAttribution?: (id: string) => void;
  /** The server accepted sent messages, by `mid`. */
  readonly onMessagesSent?: (mids: readonly string[]) => void;
  /** The archive has been read to its end: all conversations of the account are stored. */
  readonly onCaughtUp?: () => void;
  /** The server or the peer refused a sent message, by its stanza id. */
  readonly onMessageRefused?: (stanzaId: string) => void;
  /** The set of people shown by the open tabs changed. */
  readonly onShownPeople?: () => void;
  readonly onTabGone?: (tab: string) => void;
  /** A page reports that the network came back, that it became visible, or that it requests a connection (`asked`). */
  readonly onWake?: (why: 'online' | 'visible' | 'asked') => void;
  /** An upload is done, and the change made by its owner is committed. */
  readonly onUploadArrived?: () => Promise<void>;
  /** Runs before a sign-out: ends calls and stops sending and receiving for the user. */
  readonly onSigningOut?: () => Promise<void> | void;
  /**
   * Runs when this core stops permanently. `drop`: another core takes over. `leave`: no tab is open, and no core
   * follows for now.
   */
  readonly onStepDown?: (how: 'drop' | 'leave') => Promise<void> | void;
  /** Resolves when no work is running that must not be interrupted (law 10). */
  readonly whenIdle?: () => Promise<void>;
};
