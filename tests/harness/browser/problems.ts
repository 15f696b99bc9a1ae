import type { BrowserContext } from 'playwright';
import * as v from 'valibot';
import { profileId } from './browser.ts';

/** Problems that must not occur in a browser: console errors, uncaught exceptions, and actions blocked by a policy (CSP). */
export type Problems = {
  /** Problems so far, except those that match an allowed pattern. */
  seen(allowed: readonly RegExp[]): string[];
};

const consoleCall = v.object({
  type: v.string(),
  args: v.array(v.looseObject({ value: v.optional(v.unknown()), description: v.optional(v.string()) })),
});
const thrown = v.object({
  exceptionDetails: v.looseObject({
    text: v.string(),
    exception: v.optional(v.looseObject({ description: v.optional(v.string()) })),
  }),
});
const logged = v.object({ entry: v.looseObject({ level: v.string(), text: v.string(), url: v.optional(v.string()) }) });
const event = v.object({ method: v.optional(v.string()), params: v.optional(v.unknown()) });

/** A service worker rejects on purpose so that the browser retries a Background Sync: the API has no other way to ask for it. */
const ASKS_AGAIN = /^worker thrown: Error: Something waits for a line/;

/** Records the problems of a profile's pages and workers, from now on. */
export async function watchProblems(context: BrowserContext): Promise<Problems> {
  const problems: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (thrown) => {
    // A DOMException has an empty stack.
    const { name, message, stack } = thrown.error();
    problems.push(`thrown: ${stack || `${name}: ${message}`} (${thrown.page()?.url()})`);
  });
  await context.addInitScript(() => {
    // Violations of a report-only policy are not collected otherwise.
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      console.error(`policy ${violatedDirective} stopped ${blockedURI} ${sample}`),
    );
    // In every moment of the page's life: a heading must never be empty, not even for one frame.
    const empty = new Set<Element>();
    new MutationObserver(() => {
      // The parser inserts an element before its text.
      if (document.readyState === 'loading') return;
      for (const heading of document.querySelectorAll('h1, h2, h3')) {
        if (heading.textContent.trim() !== '' || heading.hasAttribute('aria-label') || empty.has(heading)) continue;
        empty.add(heading);
        console.error(`a heading without words: ${heading.outerHTML.slice(0, 200)} at ${location.href}`);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await watchWorkers(context, problems);
  return {
    seen: (allowed) => problems.filter((problem) => ![ASKS_AGAIN, ...allowed].some((pattern) => pattern.test(problem))),
  };
}

type Release = (targetId: string) => Promise<void>;
const releases = new WeakMap<BrowserContext, Release>();

/** Detaches the debugger from one worker: a worker under a debugger can be closed but does not end, and keeps its name and locks. */
export async function unwatchWorker(context: BrowserContext, targetId: string): Promise<void> {
  await releases.get(context)?.(targetId);
}

/** Playwright does not report a SharedWorker's console; the DevTools protocol does, including messages before the attachment. */
async function watchWorkers(context: BrowserContext, problems: string[]): Promise<void> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) return;
  const kinds = ['shared_worker', 'service_worker'];
  const profile = await profileId(context);
  context.once('close', () => void session.detach().catch(() => {}));
  const attached = new Map<string, string>();
  releases.set(context, async (targetId) => {
    const sessionId = attached.get(targetId);
    if (sessionId !== undefined) await session.send('Target.detachFromTarget', { sessionId });
  });
  const attach = async (targetId: string) => {
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false });
    attached.set(targetId, sessionId);
    for (const [id, method] of ['Runtime.enable', 'Log.enable'].entries()) {
      await session.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) });
    }
  };
  session.on('Target.targetCreated', ({ targetInfo }) => {
    // A worker may end before the debugger is attached.
    const ours = kinds.includes(targetInfo.type) && targetInfo.browserContextId === profile;
    if (ours) attach(targetInfo.targetId).catch(() => {});
  });
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const problem = readEvent(JSON.parse(message));
    if (problem !== undefined) problems.push(problem);
  });
  await session.send('Target.setDiscoverTargets', { discover: true });
}

function readEvent(message: unknown): string | undefined {
  const { method, params } = v.parse(event, message);
  if (method === 'Runtime.consoleAPICalled') {
    const { type, args } = v.parse(consoleCall, params);
    if (type !== 'error') return undefined;
    return `worker console: ${args.map((arg) => arg.description ?? String(arg.value)).join(' ')}`;
  }
  if (method === 'Runtime.exceptionThrown') {
    const { exceptionDetails } = v.parse(thrown, params);
    return `worker thrown: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`;
  }
  if (method === 'Log.entryAdded') {
    const { entry } = v.parse(logged, params);
    return entry.level === 'error' ? `worker log: ${entry.text} (${entry.url ?? ''})` : undefined;
  }
  return undefined;
}
