import xml, { type Element } from '@xmpp/xml';
import { type GatePong, readGatePong } from '#contract/chat/acceptance.ts';
import { PING_TIMEOUT_MS } from '#contract/chat/rules.ts';
import type { ServerClock } from '../base/clock.ts';
import type { StreamLink } from '../base/part.ts';
import type { Tabs } from '../base/tabs.ts';
import type { AppDb, ArchiveRow, ChatDb, SessionRow, StreamRow } from '../db/schema.ts';
import { delay } from '../delay.ts';
import type { Live } from '../session/runner.ts';
import type { Stream } from '../xmpp/dial.ts';
import { writeCarbonsEnable, writePing } from '../xmpp/forwarded.ts';
import { type Inbound, readInbound, type Self } from '../xmpp/inbound.ts';
import { type Ask, createIqCaller, type Request } from '../xmpp/iq.ts';
import { forgetCopies } from './changes/removed.ts';
import { createArchive } from './incoming/archive.ts';
import { createInbox, type InboxItem } from './incoming/inbox.ts';
import { receiveBatch } from './incoming/receive.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { settleOutbox, stanzaOfRow } from './settle.ts';

/** Counts dropped stanzas (untrusted or unreadable) by reason. Never stores their content. */
async function countDropped(app: AppDb, reasons: readonly string[]): Promise<void> {
  await app.transaction('rw', app.state, async () => {
    const row = await app.state.get('dropped');
    const counts = { ...(row?.key === 'dropped' ? row.counts : {}) };
    for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
    await app.state.put({ key: 'dropped', counts });
  });
}

const BARRIER_TIMEOUT_MS = 10_000;
const CATCH_UP_AGAIN_MS = 5_000;

/** The dependencies and callbacks of one stream. */
export type LivePorts = {
  readonly chat: ChatDb;
  readonly app: AppDb;
  readonly session: SessionRow;
  /** Returns whether the session row still names the account of `session`. If not, nothing is sent or stored. */
  readonly isCurrentAccount: () => boolean | Promise<boolean>;
  readonly clock: ServerClock;
  readonly tabs: Pick<Tabs, 'isWatched'>;
  readonly newId: () => string;
  /** Returns the setting readReceipt. */
  readonly sendsReadMarks: () => boolean;
  readonly onLost: (why: 'disconnected' | 'error') => void;
  readonly onStorageFailure: (error: unknown) => void;
  /** Handles an event that a service pushed. Returns whether the stanza was such an event. */
  readonly onPush: (stanza: Element) => boolean;
  /**
   * Called with a message of a peer or a service that arrived directly: no carbon, and not from the archive. The database write is still
   * running.
   */
  readonly onMessage: (message: Extract<Inbound, { kind: 'message' }>) => void;
  /** Called when the official service requests the attribution again; each request has an id. */
  readonly onRefreshAttribution: (id: string) => void;
  /** Called with the mids of sent messages that the server accepted. */
  readonly onSent: (mids: readonly string[]) => void;
  /** Called when the archive has been read to its end and all conversations are stored. */
  readonly onCaughtUp?: () => void;
  /** Called with the stanza id of a sent message that the server or the peer refused. */
  readonly onRefused: (stanzaId: string) => void;
};

/**
 * Marks the archive as not read to its end (`settled`) and replaces the stream row, because messages may be missing before a new stream.
 */
async function beginAfterGap(chat: ChatDb, stream: readonly StreamRow[]): Promise<void> {
  await chat.transaction('rw', chat.sync, async () => {
    await chat.sync.delete('stream');
    await chat.sync.bulkPut([...stream]);
    const row = await chat.sync.get('archive');
    if (row?.key === 'archive') await chat.sync.put({ ...row, settled: false });
  });
}

async function assertTrue(isCurrent: boolean | Promise<boolean>): Promise<void> {
  if (!(await isCurrent)) throw new Error('The account of this stream is not signed in any more');
}

async function wasAnnounced(chat: ChatDb, id: string): Promise<boolean> {
  const row = await chat.sync.get('stream');
  return row?.key === 'stream' && row.id === id && row.announced === true;
}

/** A stream that is up, with its outbox, IQ requests and archive. */
export type LiveStream = Live & {
  readonly outbox: Outbox;
  readonly ask: Ask;
  readonly request: Request;
  readonly readArchive: StreamLink['readArchive'];
};

/** Starts receiving and sending on a stream: IQ requests, inbox, archive catch-up and outbox. */
export async function goLive(stream: Stream, ports: LivePorts): Promise<LiveStream> {
  const { chat, session, clock } = ports;
  const self: Self = {
    bare: session.jid,
    uid: session.uid,
    domain: session.services.domain,
    services: session.services,
  };
  let open = true;
  let isAnnounced = stream.resumed && (await wasAnnounced(chat, stream.smId));
  const iq = createIqCaller({ ownBare: self.bare, domain: self.domain, gate: self.services.gate, send: stream.send });

  const context = (isHistory: boolean, sync: (StreamRow | ArchiveRow)[]) => ({
    self,
    now: clock.now(),
    isWatched: ports.tabs.isWatched,
    isHistory,
    sync,
    newId: ports.newId,
    sendsReadMarks: ports.sendsReadMarks(),
  });
  const streamRow = (inbound: number): StreamRow[] =>
    stream.smId
      ? [{ key: 'stream', id: stream.smId, inbound, jid: stream.jid, savedAt: Date.now(), announced: isAnnounced }]
      : [];

  const assertAccount = (): Promise<void> | undefined => {
    const isCurrent = ports.isCurrentAccount();
    return isCurrent === true ? undefined : assertTrue(isCurrent);
  };

  /** Pings the gate, and learns the server's clock from the pong. Undefined when there was none. */
  async function pingGate(): Promise<GatePong | undefined> {
    const sentAt = Date.now();
    const answer = await iq.request(writePing(self.services.gate), BARRIER_TIMEOUT_MS);
    if (!answer.ok) return undefined;
    const pong = readGatePong(answer.value);
    if (pong.at !== undefined) clock.learn(pong.at, sentAt, Date.now(), 'fine');
    return pong;
  }

  const archive = createArchive({
    request: iq.request,
    pause: delay,
    load: async () => (await chat.sync.get('archive')) as ArchiveRow | undefined,
    async write(page, row, isHistory) {
      if (!open) return;
      await assertAccount();
      const { marks, revokedMediaPaths } = await receiveBatch(chat, page, context(isHistory, [row]));
      forgetCopies(revokedMediaPaths).catch(ports.onStorageFailure);
      outbox.handOver(marks.map((row) => ({ row })));
    },
  });

  async function write(batch: readonly InboxItem[]): Promise<void> {
    const last = batch.at(-1);
    if (!last || !open) return;
    await assertAccount();
    const inbound = batch.map((item) => item.inbound);
    const newest = inbound.findLast((item) => item.kind === 'message' && item.origin.via === 'live');
    const moved = newest?.kind === 'message' ? archive.advance(newest.archiveId) : [];
    const { marks, dropped, revokedMediaPaths } = await receiveBatch(
      chat,
      inbound,
      context(false, [...streamRow(last.seq), ...moved]),
    );
    stream.count.commit(last.seq);
    forgetCopies(revokedMediaPaths).catch(ports.onStorageFailure);
    outbox.handOver(marks.map((row) => ({ row })));
    if (dropped.length > 0) await countDropped(ports.app, dropped);
  }
  /**
   * Gives the stream up after a storage failure, as if it was lost. The next one starts from the last committed state, so nothing is lost.
   */
  function fail(error: unknown): void {
    if (!open) return;
    ports.onStorageFailure(error);
    ports.onLost('error');
  }
  const inbox = createInbox(write, fail);

  const outbox = createOutbox({
    assertAccount,
    load: () => chat.outbox.orderBy('id').toArray(),
    stanzaOf: (row, message) => stanzaOfRow(chat, row, session, message),
    send: (stanzas) => stream.send(...stanzas),
    barrier: async () => (await pingGate())?.acceptances,
    async settle(accepted, refused, acceptances) {
      const revokedMediaPaths = await settleOutbox(chat, accepted, refused, acceptances);
      forgetCopies(revokedMediaPaths).catch(ports.onStorageFailure);
      const sent = accepted.flatMap((row) => (row.kind === 'message' ? row.about : []));
      if (sent.length > 0) ports.onSent(sent);
      for (const [row] of refused) if (row.kind === 'message') ports.onRefused(row.stanzaId);
    },
    isLive: () => open,
    onFailure: fail,
    now: () => performance.now(),
  });

  stream.onStanza((stanza) => {
    const seq = stream.count.next();
    // An IQ result is only for the request of this worker. When the server sends it again to a later worker, it is
    // ignored.
    const isAnswer = iq.take(stanza);
    if (isAnswer || ports.onPush(stanza)) {
      inbox.push({ seq, inbound: { kind: 'other' }, mayWait: isAnswer });
      return;
    }
    const inbound = readInbound(stanza, self, archive.isOutstanding);
    if (inbound.kind === 'refused') outbox.refuse(inbound, self.services.gate);
    const isArchived = (inbound.kind === 'message' || inbound.kind === 'mark') && inbound.origin.via === 'archive';
    if (isArchived) archive.collect(inbound);
    inbox.push({ seq, inbound: isArchived ? { kind: 'other' } : inbound });
    if (inbound.kind === 'message' && inbound.origin.via === 'live') ports.onMessage(inbound);
    if (inbound.kind === 'other' && inbound.refresh !== undefined) ports.onRefreshAttribution(inbound.refresh);
  });
  stream.onLost(ports.onLost);

  await assertAccount();
  if (!stream.resumed) {
    // Committed before any stanza of the new stream: messages may be missing until the archive has been read to its
    // end, and the next stream must know that even if this one breaks at once.
    await beginAfterGap(chat, streamRow(0));
  }
  if (!isAnnounced) void announce();
  // The pong has the server's time. Without rows in the outbox nothing else asks for it, and the next message must be dated by it.
  void pingGate();
  void catchUp();
  outbox.kick();

  /** Sends the initial presence and enables carbons (XEP-0280). The IQ result proves that the server handled the presence too. */
  async function announce(): Promise<void> {
    stream.send(xml('presence'));
    // `isAnnounced` is stored with the next counted stanza, at the latest with this IQ result itself.
    isAnnounced = (await iq.request(writeCarbonsEnable(), BARRIER_TIMEOUT_MS)).ok;
  }

  async function catchUp(): Promise<void> {
    const done = await archive.catchUp().catch((error: unknown) => {
      if (open) ports.onStorageFailure(error);
      return false;
    });
    if (!open) return;
    if (done) {
      ports.onCaughtUp?.();
      return;
    }
    setTimeout(() => open && void catchUp(), CATCH_UP_AGAIN_MS);
  }

  return {
    outbox,
    async ask(stanza) {
      const answer = await iq.request(stanza, BARRIER_TIMEOUT_MS);
      return answer.ok ? answer.value : undefined;
    },
    request: (stanza) => iq.request(stanza, BARRIER_TIMEOUT_MS),
    readArchive: archive.readAll,
    async check() {
      return (await iq.request(writePing(self.domain), PING_TIMEOUT_MS)).ok;
    },
    async close(how) {
      open = false;
      archive.stop();
      iq.abandon();
      await inbox.close();
      stream.end(how);
    },
  };
}
