/** Name of the BroadcastChannel between pages and a core that runs in a tab's own worker, because no SharedWorker is used (law 9). */
export const LINK_CHANNEL = 'core-link';
/** Address of the core on `LINK_CHANNEL`; each page generates an address of its own. */
export const CORE_ADDRESS = 'core';

type Listener = (event: { data: unknown }) => void;
/** The parts of a BroadcastChannel used for the link; this folder compiles without DOM types. */
export type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: Listener): void;
  removeEventListener(type: 'message', listener: Listener): void;
};

/** An addressed envelope on the link channel. */
export type LinkEnvelope = { readonly to: string; readonly from: string; readonly data: unknown };

/** Whether a message of the link channel is an addressed envelope; all others are ignored. */
export function isLinkEnvelope(value: unknown): value is LinkEnvelope {
  if (typeof value !== 'object' || value === null) return false;
  const { to, from } = value as Record<string, unknown>;
  return typeof to === 'string' && typeof from === 'string' && 'data' in value;
}

/** Creates a Comlink endpoint between `self` and `peer` over the shared link channel. It carries data only, no transferables. */
export function channelEndpoint(channel: Channel, self: string, peer: string) {
  const listeners = new Map<unknown, Listener>();
  return {
    postMessage(data: unknown): void {
      channel.postMessage({ to: peer, from: self, data } satisfies LinkEnvelope);
    },
    addEventListener(_type: string, listener: unknown): void {
      const hear: Listener = ({ data }) => {
        if (!isLinkEnvelope(data) || data.to !== self || data.from !== peer) return;
        const event = { data: data.data };
        if (typeof listener === 'function') listener(event);
        else (listener as { handleEvent(event: unknown): void }).handleEvent(event);
      };
      listeners.set(listener, hear);
      channel.addEventListener('message', hear);
    },
    removeEventListener(_type: string, listener: unknown): void {
      const hear = listeners.get(listener);
      if (hear) channel.removeEventListener('message', hear);
      listeners.delete(listener);
    },
    start(): void {},
  };
}
