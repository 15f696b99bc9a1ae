/** The part of the library that writes to the browser's socket. */
export type Writer = {
  write(data: string, done?: (error?: Error) => void): void;
  readonly socket: { readonly readyState: number } | null;
};

const OPEN = 1;

/**
 * A browser throws away what is written to a socket that the other side has just closed, and complains on its console. We throw it
 * away without a word: the event that follows tells of the loss, and what counts is sent again on the next stream.
 */
export function writeWhileOpen(writer: Writer): void {
  const write = writer.write.bind(writer);
  writer.write = (data, done) => {
    if (writer.socket?.readyState === OPEN) write(data, done);
    else queueMicrotask(() => done?.());
  };
}
