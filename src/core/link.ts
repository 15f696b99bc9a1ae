import { type Remote, wrap } from 'comlink';
import { type CorePort, coreInstanceLock } from '#contract/core.ts';
import { CORE_ADDRESS, channelEndpoint, LINK_CHANNEL } from '#contract/core-link.ts';
import { COMMAND_LOST_AFTER_MS, CORE_START_TIMEOUT_MS } from '#contract/core-rules.ts';
import { fail, type Result } from '#contract/result.ts';
import { delay } from '../../worker/delay.ts';
import sharedUrl from '../../worker/shared.ts?sharedworker&url';
import { isPayment } from '../paths.ts';
import { dropDedicatedCore, hostDedicatedCore, hostedCore } from './host.ts';
import { checkMissingScript } from './new-build.ts';
import { declarations } from './page-state.ts';
import { raceWorkerLoss } from './race-worker-loss.ts';
import { isDatabaseThere } from './storage.ts';
import { tabId, tabLockHeld } from './tab.ts';
import { trustedScriptUrl } from './trusted-url.ts';

const usesSharedWorker = typeof SharedWorker !== 'undefined';

type Link = {
  readonly remote: Remote<CorePort>;
  readonly lost: Promise<void>;
  readonly answered: ReturnType<typeof raceWorkerLoss>;
  /** The worker of the core, if this tab hosts it. */
  readonly hosted: Worker | undefined;
};

/** Timeout after which a silent worker of the core is asked again, ms: it may have ended during the request. */
const ATTACH_TIMEOUT_MS = 1_000;
/**
 * After this many unanswered requests a worker of the core with another name is started: a worker whose script was loading when
 * its only page closed may never run. If the first worker was only slow, the second one waits for its lock.
 */
const ASKS_PER_NAME = 3;

function reach(name: string): Remote<CorePort> {
  if (!usesSharedWorker) {
    const channel = new BroadcastChannel(LINK_CHANNEL);
    return wrap<CorePort>(channelEndpoint(channel, tabId, CORE_ADDRESS) as never);
  }
  const worker = new SharedWorker(trustedScriptUrl(sharedUrl), {
    type: 'module',
    name,
    // Chromium 148+: the core survives the reload of its only tab, and the session with it (trap 8).
    extendedLifetime: true,
  } as WorkerOptions);
  // Dispatched when the script cannot be loaded.
  worker.addEventListener('error', () => void checkMissingScript(sharedUrl));
  return wrap<CorePort>(worker.port);
}

async function ask(name: string): Promise<Link> {
  const remote = reach(name);
  const { instance } = await remote.attach(tabId, isPayment(location.pathname), declarations());
  // The shared lock is granted when the worker has ended for any reason, which no event reports (trap 11).
  const lost = Promise.resolve(navigator.locks.request(coreInstanceLock(instance), { mode: 'shared' }, () => {}));
  return { remote, lost, answered: raceWorkerLoss(lost), hosted: hostedCore() };
}

/**
 * Requests a link until a worker of the core responds. A slow worker's response still counts after another one was asked. Never resolves
 * without IndexedDB, which the worker needs.
 */
async function attach(): Promise<Link> {
  if (!isDatabaseThere()) return new Promise(() => {});
  await tabLockHeld;
  const attempts: Promise<Link>[] = [];
  for (;;) {
    if (!usesSharedWorker) hostDedicatedCore();
    attempts.push(ask(`core${'+'.repeat(attempts.length / ASKS_PER_NAME)}`));
    const answer = await Promise.race([...attempts, delay(ATTACH_TIMEOUT_MS)]);
    if (answer) return answer;
  }
}

let link: Promise<Link> | undefined;
/** The established link; undefined while there is none. With it a command is sent in the same task, before the page renders. */
let establishedLink: Link | undefined;
let hadCore = false;

function currentLink(): Promise<Link> {
  link ??= attach().then((attached) => {
    hadCore = true;
    establishedLink = attached;
    void attached.lost.then(() => {
      link = establishedLink = undefined;
      if (attached.hosted) dropDedicatedCore(attached.hosted);
      // Connects to the next core at once, although this tab has no command to run now: a core runs only if a tab connects.
      void currentLink();
    });
    return attached;
  });
  return link;
}

async function tryOnce<T>(run: (core: Remote<CorePort>) => Promise<Result<T>>, deadline: Promise<void>) {
  const attached = establishedLink ?? (await Promise.race([currentLink(), deadline]));
  if (!attached) return 'lost';
  return attached.answered(run(attached.remote));
}

/**
 * Runs a command of the core; all of them are called through `core` and `userActions`. Commands are idempotent, so one whose worker ended
 * is sent again, once, to the next worker. Resolves to the error `core-lost` if no worker responds within COMMAND_LOST_AFTER_MS (before the
 * first link CORE_START_TIMEOUT_MS), or the second attempt has no answer by then (law 8). A running worker's answer has no other time
 * limit.
 */
export async function command<T>(run: (core: Remote<CorePort>) => Promise<Result<T>>): Promise<Result<T>> {
  const deadline = delay(hadCore ? COMMAND_LOST_AFTER_MS : CORE_START_TIMEOUT_MS);
  const first = await tryOnce(run, deadline);
  const outcome = first === 'lost' ? await Promise.race([tryOnce(run, deadline), deadline]) : first;
  return outcome === undefined || outcome === 'lost' ? fail({ code: 'core-lost' }) : outcome;
}
