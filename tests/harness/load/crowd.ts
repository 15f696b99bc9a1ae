import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CorePerson } from '../core-people.ts';
import type { CrowdAnswer, CrowdQuestion } from './crowd-process.ts';

const ENTRY = fileURLToPath(new URL('./crowd-process.ts', import.meta.url));

/** A person whose core runs in another process. */
export type CrowdPerson = Pick<CorePerson, 'uid' | 'say' | 'waiting' | 'heardFrom' | 'memory' | 'give' | 'close'> & {
  isOnline(): Promise<boolean>;
};

export type Crowd = {
  /** A guest of the server on this port, in the process that has the fewest. */
  start(port: number): Promise<CrowdPerson>;
  stop(): void;
};

/**
 * Cores in processes of their own. In one process with the test, two hundred cores and their in-memory databases keep a single thread busy,
 * and its delays look like a slow server.
 */
export function openCrowd(processes: number): Crowd {
  const all = Array.from({ length: processes }, openProcess);
  return {
    async start(port) {
      const home = all.reduce((least, one) => (one.people() < least.people() ? one : least));
      return home.start(port);
    },
    stop() {
      for (const one of all) one.stop();
    },
  };
}

function openProcess() {
  const child = fork(ENTRY, {
    execPath: process.execPath,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let [asked, people, isOver] = [0, 0, false];
  child.on('message', ({ id, value, failed }: CrowdAnswer) => {
    const asking = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) asking?.resolve(value);
    else asking?.reject(new Error(failed));
  });
  child.once('exit', (code, signal) => {
    isOver = true;
    for (const { reject } of waiting.values()) reject(new Error(`A process of people ended: ${signal ?? code}`));
    waiting.clear();
  });

  async function ask(name: CrowdQuestion['asked'], uid: number, args: readonly unknown[]): Promise<never> {
    if (isOver) throw new Error('This process of people has ended');
    asked += 1;
    const id = asked;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(id, { resolve, reject });
    child.send({ id, asked: name, uid, args: args as readonly never[] } satisfies CrowdQuestion);
    return (await promise) as never;
  }
  return {
    people: () => people,
    async start(port: number): Promise<CrowdPerson> {
      people += 1;
      const uid: number = await ask('start', 0, [port]);
      return {
        uid,
        isOnline: () => ask('isOnline', uid, []),
        say: (to, words) => ask('say', uid, [to, words]),
        waiting: () => ask('waiting', uid, []),
        heardFrom: (from) => ask('heardFrom', uid, [from]),
        memory: () => ask('memory', uid, []),
        give: (to) => ask('give', uid, [to]),
        async close() {
          people -= 1;
          await ask('close', uid, []);
        },
      };
    },
    stop: () => void child.kill(),
  };
}
