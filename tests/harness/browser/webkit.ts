import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { boundToUs } from '../../../server/platform/process/bound.ts';
import { freePort } from '../../../server/platform/prosody/ports.ts';
import { promptsToDismiss } from './browser.ts';

const PATIENCE_MS = 60_000;
const CHECK_MS = 50;
const BROWSER = resolve('tests/harness/browser/webkit-browser.py');
/** The key of a W3C WebDriver element reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const NOT_YET = /stale element reference|element click intercepted|element not interactable/;
const answer = v.object({ value: v.unknown() });
const started = v.object({ sessionId: v.string() });
const element = v.object({ [ELEMENT]: v.string() });
const opened = v.object({ handle: v.string() });

/** Settings of a WebKitGTK browser. */
export type WebKitOptions = {
  /** Name of the virtual display: `:99`. */
  readonly display: string;
  /** Folder of the profile. */
  readonly profile: string;
  /** True: a private session, of which the profile keeps nothing. Default false. */
  readonly isPrivate?: boolean;
  /** Size of a window. Default: 1200 x 860. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Runs at the start of each document, before the page's scripts. */
  readonly script?: string;
};

/** A WebKitGTK browser under W3C WebDriver. Commands go to its current window: at first the one it started with. */
export type WebKit = {
  /** Starts a navigation; does not wait for the page. */
  goto(url: string): Promise<void>;
  /** Opens another window and makes it the current one. Returns its handle. */
  openWindow(): Promise<string>;
  /** Handle of the current window. */
  window(): Promise<string>;
  /** Makes the window with this handle the current one. */
  switchTo(handle: string): Promise<void>;
  /** Sends the commands of `work` to the frame that the body returns. */
  inFrame<T>(what: string, body: string, work: () => Promise<T>): Promise<T>;
  /** Runs the body of a function in the page and returns its JSON value. */
  run(body: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Waits until the body returns something truthy, and returns that. Throws after `withinMs`. */
  until(what: string, body: string, args?: readonly unknown[], withinMs?: number): Promise<unknown>;
  /** Clicks the element that the body returns, once there is one. */
  click(what: string, body: string): Promise<void>;
  /** Types into the element that the body returns, once there is one. */
  type(what: string, body: string, text: string): Promise<void>;
  /** Ends the browser and all its processes; the profile stays. */
  close(): Promise<void>;
};

/** Starts a virtual display (Xvfb). Returns its name, such as `:99`, and a function that ends it. */
export async function startDisplay(): Promise<{ readonly name: string; stop(): Promise<void> }> {
  const [command = '', ...args] = boundToUs('KILL', [
    'Xvfb',
    '-displayfd',
    '3',
    '-screen',
    '0',
    '1280x900x24',
    '-nolisten',
    'tcp',
  ]);
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const name = await new Promise<string>((done, fail) => {
    let text = '';
    child.stdio[3]?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.endsWith('\n')) done(`:${text.trim()}`);
    });
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)));
  });
  return { name, stop: () => ended(child, 'SIGTERM') };
}

/** Opens the browser on a profile. Unsolicited prompts are dismissed, as in `launchBrowser`. */
export async function openWebKit({
  display,
  profile,
  isPrivate = false,
  size = { width: 1200, height: 860 },
  script = '',
}: WebKitOptions): Promise<WebKit> {
  const port = await freePort();
  const dismiss = `for (const [key, text] of Object.entries(${JSON.stringify(promptsToDismiss({}))}))
    try { if (localStorage.getItem(key) === null) localStorage.setItem(key, text); } catch {}`;
  const [command = '', ...args] = boundToUs('TERM', ['WebKitWebDriver', `--port=${port}`]);
  const driver = spawn(command, args, {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      LANG: 'en_US.UTF-8',
      LANGUAGE: 'en',
      // The sandbox cannot start as root.
      ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
      PROFILE: profile,
      PRIVATE: isPrivate ? '1' : '',
      SIZE: `${size.width}x${size.height}`,
      SCRIPT: `${dismiss};${script}`,
    },
  });
  const url = `http://127.0.0.1:${port}/session`;

  async function ask(path: string, body?: object, method = body ? 'POST' : 'GET'): Promise<unknown> {
    const response = await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = v.parse(answer, await response.json());
    if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  async function start(): Promise<string> {
    const options = { binary: BROWSER, args: ['--automation'] };
    const capabilities = { alwaysMatch: { pageLoadStrategy: 'none', 'webkitgtk:browserOptions': options } };
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        return v.parse(started, await ask('', { capabilities })).sessionId;
      } catch (error) {
        // The driver is not listening yet.
        if (Date.now() > deadline || !(error instanceof TypeError)) throw error;
        await wait(CHECK_MS);
      }
    }
  }

  const session = `/${await start()}`;
  const run: WebKit['run'] = (body, ...values) => ask(`${session}/execute/sync`, { script: body, args: values });
  const until: WebKit['until'] = async (what, body, values = [], withinMs = PATIENCE_MS) => {
    const deadline = Date.now() + withinMs;
    for (let last: unknown; ; ) {
      // During a navigation there is no document to run it in.
      const found = await run(body, ...values).catch((error: unknown) => {
        last = error;
      });
      if (found) return found;
      if (Date.now() > deadline) throw new Error(`${what} did not come within ${withinMs} ms`, { cause: last });
      await wait(CHECK_MS);
    }
  };
  const find = async (what: string, body: string) => v.parse(element, await until(what, body))[ELEMENT];
  /** Acts on an element. It retries if the page has replaced the element since it was found, or covers it for a moment. */
  async function act(what: string, body: string, action: string, data: object): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      try {
        await ask(`${session}/element/${await find(what, body)}/${action}`, data);
        return;
      } catch (error) {
        if (Date.now() > deadline || !NOT_YET.test(String(error))) throw error;
      }
    }
  }
  return {
    run,
    until,
    goto: async (to) => void (await ask(`${session}/url`, { url: to })),
    async openWindow() {
      const { handle } = v.parse(opened, await ask(`${session}/window/new`, { type: 'window' }));
      await ask(`${session}/window`, { handle });
      return handle;
    },
    window: async () => v.parse(v.string(), await ask(`${session}/window`)),
    switchTo: async (handle) => void (await ask(`${session}/window`, { handle })),
    async inFrame(what, body, work) {
      await ask(`${session}/frame`, { id: { [ELEMENT]: await find(what, body) } });
      try {
        return await work();
      } finally {
        await ask(`${session}/frame`, { id: null });
      }
    },
    click: (what, body) => act(what, body, 'click', {}),
    type: (what, body, text) => act(what, body, 'value', { text }),
    async close() {
      const browser = Number(readFileSync(join(profile, 'browser.pid'), 'utf8'));
      const all = [browser, ...childrenOf(browser)];
      await ask(session, undefined, 'DELETE').catch(() => undefined);
      await ended(driver, 'SIGTERM');
      if (isAlive(browser)) process.kill(browser, 'SIGTERM');
      // Two browsers on one profile would block each other's databases.
      const deadline = Date.now() + PATIENCE_MS;
      while (all.some(isAlive)) {
        if (Date.now() > deadline) throw new Error(`WebKit's processes do not end: ${all.filter(isAlive).join(' ')}`);
        await wait(CHECK_MS);
      }
    },
  };
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

/** Children of all threads: a process may start others from any of its threads. */
const childrenOf = (pid: number): readonly number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await exited;
}
