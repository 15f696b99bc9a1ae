import { Worker } from 'node:worker_threads';
import { eq } from 'drizzle-orm';
import { issueToken } from '../../server/domains/account/tokens.ts';
import { profile } from '../../server/domains/people/tables.ts';
import type { Database } from '../../server/platform/database/connect.ts';
import type { Logger } from '../../server/platform/log/log.ts';
import { followLeadership } from '../../server/platform/services/leader.ts';
import { DEMO_HOST_RECONNECT_FIRST_MS, DEMO_HOST_RECONNECT_MAX_MS } from '../accounts/rules.ts';
import { readGiftBudget } from './gift-budget.ts';
import type { HostsSettings } from './hosts.ts';
import type { Scene } from './phrases.ts';
import type { AnswerTypes, FromThread, Question, ToThread } from './talk.ts';

/** Device id of the hosts' logins; one token per account, as for every device. */
const DEVICE = 'demo-host';
const GOODBYE_MS = 2_000;

/** The simulated hosts as the server process sees them. */
export type HostsPart = {
  /** Makes a host write first to a user about the user's last action. False if the host is offline or the user is a simulated host. */
  greet(hostUid: number, uid: number, scene: Scene): Promise<boolean>;
  close(): Promise<void>;
};
type Surroundings = { readonly db: Database; readonly log: Pick<Logger, 'info' | 'warn'> };
type DemoOptions = Surroundings & {
  readonly url: string;
  readonly databaseUrl: string;
  readonly domain: string;
  readonly tempo: number;
};

/**
 * Runs the simulated hosts while this process is their leader, so that of several server processes only one runs them. `url` is the address
 * at which this server listens.
 */
export function runDemoHosts({ url, databaseUrl, domain, tempo, db, log }: DemoOptions): HostsPart {
  let hosts: HostsPart | undefined;
  const socket = new URL('/xmpp-websocket', url.replace(/^http/, 'ws'));
  // A wildcard address is reachable by loopback.
  if (['0.0.0.0', '[::]'].includes(socket.hostname)) socket.hostname = 'localhost';
  const begin = () => {
    hosts = startHosts({ url: socket.href, domain, tempo, db, log });
  };
  const end = async () => {
    const last = hosts;
    hosts = undefined;
    await last?.close();
  };
  const leadership = followLeadership(databaseUrl, log, { begin, end }, 'demo hosts');
  return {
    greet: async (hostUid, uid, scene) => (await hosts?.greet(hostUid, uid, scene)) ?? false,
    close: leadership.close,
  };
}

/**
 * Runs the simulated hosts in a worker thread, answers its requests from the database, and restarts a failed thread with exponential
 * backoff. Called when this process becomes the leader.
 */
export function startHosts({ db, log, ...settings }: HostsSettings & Surroundings): HostsPart {
  let thread: Worker | undefined;
  let timer: NodeJS.Timeout | undefined;
  let delay = DEMO_HOST_RECONNECT_FIRST_MS;
  let closing = false;
  let greetings = 0;
  const greeting = new Map<number, (done: boolean) => void>();
  let ended = () => {};

  function start(): void {
    const begun = Date.now();
    const fresh = new Worker(new URL('thread.ts', import.meta.url), { workerData: settings });
    thread = fresh;
    fresh.on('message', (message: FromThread) => void hear(fresh, message));
    fresh.on('error', (error) => log.warn({ err: error }, 'the thread of the demo hosts failed'));
    fresh.on('exit', () => {
      thread = undefined;
      for (const settle of greeting.values()) settle(false);
      greeting.clear();
      ended();
      if (closing) return;
      // A long uptime resets the backoff.
      if (Date.now() - begun > DEMO_HOST_RECONNECT_MAX_MS) delay = DEMO_HOST_RECONNECT_FIRST_MS;
      timer = setTimeout(start, delay);
      delay = Math.min(DEMO_HOST_RECONNECT_MAX_MS, delay * 2);
    });
  }

  const tell = (to: Worker, message: ToThread) => to.postMessage(message);

  async function hear(from: Worker, message: FromThread): Promise<void> {
    if (message.kind === 'greeted') {
      greeting.get(message.id)?.(message.done);
      greeting.delete(message.id);
    } else if (message.kind === 'ask') {
      const { id } = message;
      const value = await answerTo(message).catch(() => undefined);
      tell(from, { kind: 'answer', id, ...(value === undefined ? {} : { value }) });
    }
  }

  function answerTo(question: Question): Promise<AnswerTypes[Question['what']]> {
    switch (question.what) {
      case 'token':
        return tokenOf(question.uid);
      case 'language':
        return languageOf(question.uid);
      case 'giftBudget':
        return readGiftBudget(db, question.host, question.uid, question.act);
    }
  }

  const tokenOf = (uid: number) =>
    db.transaction((tx) => issueToken(tx, uid, { id: DEVICE, platform: '', browser: '' }));

  async function languageOf(uid: number): Promise<string> {
    const [row] = await db.select({ lang: profile.lang }).from(profile).where(eq(profile.uid, uid));
    return row?.lang ?? '';
  }

  start();
  log.info({}, 'starting the demo hosts');
  return {
    async greet(host, uid, scene) {
      const to = thread;
      if (!to) return false;
      greetings += 1;
      const id = greetings;
      return new Promise((resolve) => {
        greeting.set(id, resolve);
        tell(to, { kind: 'greet', id, host, uid, scene });
      });
    },
    async close() {
      closing = true;
      clearTimeout(timer);
      const last = thread;
      if (!last) return;
      const gone = new Promise<void>((resolve) => {
        ended = resolve;
      });
      tell(last, { kind: 'end' });
      // An unresponsive hub must not delay the shutdown of the server.
      const patience = setTimeout(() => void last.terminate(), GOODBYE_MS);
      await gone;
      clearTimeout(patience);
    },
  };
}
