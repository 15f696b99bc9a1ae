import { expose } from 'comlink';
import { createCore } from './core/core.ts';
import { onlyCalls } from './core/port.ts';

/** Runs the core in a SharedWorker: one for all tabs of this build, each connected by its own port. */
declare const self: SharedWorkerGlobalScope;
declare const __BUILD__: number;

const core = createCore(__BUILD__, () => self.close());

self.addEventListener('connect', ({ ports }) => {
  const [port] = ports;
  if (port) expose(core, onlyCalls(port, Object.keys(core)));
});
