import { type Remote, wrap } from 'comlink';
import { type CoreApi, coreInstanceLock } from '#contract/core.ts';
import { CORE_ADDRESS, channelEndpoint, LINK_CHANNEL } from '#contract/core-link.ts';
import { COMMAND_LOST_AFTER_MS, CORE_START_TIMEOUT_MS } from '#contract/core-rules.ts';
import { fail, type Result } from '#contract/result.ts';
import type { InPageCore } from '../../worker/in-page.ts';
import sharedUrl from '../../worker/shared.ts?sharedworker&url';
import { isPayment } from '../paths.ts';
import { dropDedicatedCore, hostDedicatedCore } from './host.ts';
import { isDatabaseThere, prepareStorage } from './storage.ts';
import { tabId, tabLockHeld } from './tab.ts';
import { trustedScriptUrl } from './trusted-url.ts';

const usesSharedWorker = typeof SharedWorker !== 'undefined';

type Attachable = CoreApi & { attach(tabId: string, quiet: boolean): Promise<{ instance: string; build: number }> };
type Link = { readonly remote: Remote<Attachable>; readonly lost: Promise<void> };

/** A worker that does not answer in this time is asked again: it may have died while it was being asked. */
const ATTACH_TIMEOUT_MS = 1_000;
/**
 * After so many vain asks one of another name is started: a worker whose script was still on its way when its only page
 * went can stay for ever as one that never runs. Where the first was only slow, the second waits in line behind it.
 */
const ASKS_PER_NAME = 3;

const after = (ms: number) => new Promise<'late'>((resolve) => setTimeout(resolve, ms, 'late'));

function reach(name: string): Remote<Attachable> {
  if (!usesSharedWorker) {
    const channel = new BroadcastChannel(LINK_CHANNEL);
    return wrap<Attachable>(channelEndpoint(channel, tabId, CORE_ADDRESS) as never);
  }
  const worker = new SharedWorker(trustedScriptUrl(sharedUrl), {
    type: 'module',
    name,
    // Chromium 148+: the core outlives the reload of its only tab, and with it the session (trap 8).
    extendedLifetime: true,
  } as WorkerOptions);
  return wrap<Attachable>(worker.port);
}

async function ask(name: string): Promise<Link> {
  const remote = reach(name);
  const { instance } = await remote.attach(tabId, isPayment(location.pathname));
  // Granted when the worker is gone, however it went: nothing else tells (trap 11).
  const lost = navigator.locks.request(coreInstanceLock(instance), { mode: 'shared' }, () => {});
  return { remote, lost: lost.then(() => {}) };
}

/** Asks until somebody answers. A worker that is only slow still counts when a second one has been asked for. */
async function attachToWorker(given: AbortSignal): Promise<Link> {
  await tabLockHeld;
  const asked: Promise<Link>[] = [];
  for (;;) {
    given.throwIfAborted();
    if (!usesSharedWorker) hostDedicatedCore();
    asked.push(ask(`core${'+'.repeat(asked.length / ASKS_PER_NAME)}`));
    const answer = await Promise.race([...asked, after(ATTACH_TIMEOUT_MS)]);
    if (answer !== 'late') return answer;
  }
}

/** Where the browser keeps no databases, workers are no use: they could not share theirs with the page. */
async function attachInPage(core: InPageCore): Promise<Link> {
  await core.heard();
  await core.attach(tabId, isPayment(location.pathname));
  return { remote: core as unknown as Remote<Attachable>, lost: new Promise(() => {}) };
}

/** Whether there is storage shows while the worker starts, which waits for nothing. */
async function attach(): Promise<Link> {
  const noUse = new AbortController();
  const worker = isDatabaseThere() ? attachToWorker(noUse.signal) : undefined;
  worker?.catch(() => {});
  const inPage = await prepareStorage();
  if (!inPage) return worker ?? attachToWorker(noUse.signal);
  noUse.abort();
  if (!usesSharedWorker) dropDedicatedCore();
  return attachInPage(inPage);
}

let link: Promise<Link> | undefined;
/** The same once it stands: a command then leaves in the turn that asked for it, before the page draws anything. */
let standing: Link | undefined;
let hadCore = false;

function currentLink(): Promise<Link> {
  link ??= attach().then((attached) => {
    hadCore = true;
    standing = attached;
    void attached.lost.then(() => {
      link = standing = undefined;
      dropDedicatedCore();
      // Someone must host the session again, whether or not this tab has a wish just now.
      void currentLink();
    });
    return attached;
  });
  return link;
}

async function tryOnce<T>(run: (core: Remote<Attachable>) => Promise<Result<T>>, deadline: Promise<'late'>) {
  const attached = standing ?? (await Promise.race([currentLink(), deadline]));
  if (attached === 'late') return 'lost';
  return Promise.race([run(attached.remote), attached.lost.then(() => 'lost' as const)]);
}

/**
 * Runs a command. Commands may be asked for twice, so one whose worker dies is asked again of the next worker. A core
 * that cannot be reached within 3 s is a typed error, never a hang (law 8); the first one of all, whose script may have
 * to come over a slow line, has longer.
 */
export async function command<T>(run: (core: Remote<Attachable>) => Promise<Result<T>>): Promise<Result<T>> {
  const deadline = after(hadCore ? COMMAND_LOST_AFTER_MS : CORE_START_TIMEOUT_MS);
  const first = await tryOnce(run, deadline);
  const outcome = first === 'lost' ? await Promise.race([tryOnce(run, deadline), deadline]) : first;
  return typeof outcome === 'string' ? fail({ code: 'core-lost' }) : outcome;
}

// A page that comes back from the back-forward cache may have lost its port without a word.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  link = standing = undefined;
  void currentLink();
});
