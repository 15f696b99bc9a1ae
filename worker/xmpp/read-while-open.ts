/** The part of the library that reads what comes through the socket. */
export type Reader = {
  _onData(data: string): void;
  readonly parser: object | null;
};

/**
 * Drops what comes after the end of a stream (RFC 7395, 3.6): a server that closes it may have written more before its socket ends. The
 * library has let go of its parser by then, and throws.
 */
export function readWhileOpen(reader: Reader): void {
  const read = reader._onData.bind(reader);
  reader._onData = (data) => {
    if (reader.parser !== null) read(data);
  };
}
