import { afterAll, afterEach, vi } from 'vitest';
import { closeDatabases } from './worker/support/databases.ts';
import { closeServers } from './worker/support/http.ts';

/*
 * The files of one worker share their modules (tests/vitest.config.ts): what a file opened, changed or put into the global object is
 * undone here, or the next one would meet it.
 */

const all = () => new Map(Object.entries(Object.getOwnPropertyDescriptors(globalThis)));
const before = all();

afterEach(async () => {
  closeDatabases();
  await closeServers();
});

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const [name, now] of all()) {
    const was = before.get(name);
    if (was === undefined) Reflect.deleteProperty(globalThis, name);
    else if (was.value !== now.value || was.get !== now.get) Object.defineProperty(globalThis, name, was);
  }
});
