/** The part of the XMPP client that processes data from the socket; `parser` is null after the end of a stream. */
export type Reader = {
  _onData(data: string): void;
  readonly parser: object | null;
};

/**
 * Drops data received after the end of a stream (RFC 7395, 3.6). A closing server may have written more before its
 * socket closes, but the library has released its parser by then and would throw.
 */
export function readWhileOpen(reader: Reader): void {
  const read = reader._onData.bind(reader);
  reader._onData = (data) => {
    if (reader.parser !== null) read(data);
  };
}
