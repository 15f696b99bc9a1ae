import { expose } from 'comlink';
import { CORE_ADDRESS, channelEndpoint, isLinkEnvelope, LINK_CHANNEL } from '#contract/core-link.ts';
import { createCore } from './core/core.ts';
import { onlyCalls } from './core/port.ts';

/** Runs the core in the dedicated worker of one tab; all tabs reach it over a BroadcastChannel (law 9). */
declare const __BUILD__: number;

const core = createCore(__BUILD__);
const channel = new BroadcastChannel(LINK_CHANNEL);
const known = new Set<string>();

channel.addEventListener('message', ({ data }) => {
  if (!isLinkEnvelope(data) || data.to !== CORE_ADDRESS || known.has(data.from)) return;
  known.add(data.from);
  const endpoint = channelEndpoint(channel, CORE_ADDRESS, data.from);
  expose(core, onlyCalls(endpoint, Object.keys(core)));
  // The tab's first message arrived before its endpoint had a listener, so it is dispatched again.
  channel.dispatchEvent(new MessageEvent('message', { data }));
});
