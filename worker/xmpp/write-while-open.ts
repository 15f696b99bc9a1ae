/** The part of the XMPP client that writes to the browser's socket. */
export type Writer = {
  write(data: string, done?: (error?: Error) => void): void;
  readonly socket: { readonly readyState: number } | null;
};

const OPEN = 1;

/**
 * Drops writes to a socket that the other side has just closed. A browser drops them too, but logs a console error.
 * The following event reports the loss, and unacknowledged stanzas are sent again on the next stream.
 */
export function writeWhileOpen(writer: Writer): void {
  const write = writer.write.bind(writer);
  writer.write = (data, done) => {
    if (writer.socket?.readyState === OPEN) write(data, done);
    else queueMicrotask(() => done?.());
  };
}
