import { expose } from 'comlink';
import { createCore } from './core/core.ts';
import { onlyCalls } from './core/port.ts';

/** The core in a SharedWorker: one for all tabs of this build. Each tab comes with a port of its own. */
declare const self: SharedWorkerGlobalScope;
declare const __BUILD__: number;

const core = createCore(__BUILD__);
const exposed = { ...core.commands, attach: core.attach };

self.addEventListener('connect', ({ ports }) => {
  const [port] = ports;
  if (port) expose(exposed, onlyCalls(port, Object.keys(exposed)));
});
