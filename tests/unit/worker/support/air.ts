/** Broadcast channels of one name; as in a browser, a channel does not receive its own messages. */
export function air() {
  const open = new Set<FakeChannel>();
  const heard: unknown[] = [];
  class FakeChannel {
    private listeners: ((event: { data: unknown }) => void)[] = [];
    addEventListener(_type: string, listener: (event: { data: unknown }) => void) {
      this.listeners.push(listener);
      open.add(this);
    }
    postMessage(data: unknown) {
      heard.push(data);
    }
    hear(data: unknown) {
      for (const listener of this.listeners) listener({ data });
    }
    close() {
      open.delete(this);
    }
  }
  const say = (data: unknown) => {
    for (const channel of open) channel.hear(data);
  };
  return { heard, say, open: () => new FakeChannel() as unknown as BroadcastChannel };
}
