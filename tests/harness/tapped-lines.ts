import { connect, createServer, type Server, type Socket } from 'node:net';

/** A message on a tapped connection. */
export type Passing<Line extends string> = {
  readonly line: Line;
  /** `asked`: sent by the side that opened the connection; `answered`: by the other side. */
  readonly side: 'asked' | 'answered';
  readonly text: string;
  /** Everything that this connection sent since its last answer; in a transaction, since its beginning. */
  readonly asked: string;
};
/** Whether this is the message at which the connections are to stop. */
export type Watch<Line extends string> = (passing: Passing<Line>) => boolean;

/** The tapped connections by name: watches and cuts them. */
export type TappedLines<Line extends string> = {
  portOf(line: Line): number;
  /** Watches messages. The first match calls `stopped`; it and everything after it, on all connections, are dropped until `join`. */
  watch(watch: Watch<Line> | undefined, stopped: () => void): void;
  /** Closes all connections and refuses new ones until `join`: of this name, or of all. */
  cut(line?: Line): void;
  join(): void;
  close(): Promise<void>;
};

const isBegin = (text: string) => /Q[\s\S]{4}begin/i.test(text);
const isEnd = (text: string) => /Q[\s\S]{4}(commit|rollback)\0/i.test(text);
/** Whether PostgreSQL protocol text contains a `commit` query. */
export const isCommit = (text: string): boolean => /Q[\s\S]{4}commit\0/i.test(text);

/** HTTP and PostgreSQL connections through proxies, so that a test can stop a process at an exact message. */
export async function tapLines<Line extends string>(
  targets: Readonly<Record<Line, () => number>>,
): Promise<TappedLines<Line>> {
  const sockets = new Map<Socket, Line>();
  const servers = new Map<Line, Server>();
  let isStopped = false;
  const isCut = new Set<Line>();
  let watched: Watch<Line> | undefined;
  let onStopped = () => {};

  function passes(passing: Passing<Line>): boolean {
    if (isStopped || isCut.has(passing.line)) return false;
    if (!watched?.(passing)) return true;
    watched = undefined;
    isStopped = true;
    onStopped();
    return false;
  }

  function accept(line: Line, asker: Socket): void {
    if (isStopped || isCut.has(line)) return void asker.destroy();
    const answerer = connect({ host: '127.0.0.1', port: targets[line](), noDelay: true });
    const state = { asked: '', isAnswered: false, isWithin: false };
    for (const socket of [asker, answerer]) {
      sockets.set(socket, line);
      // If one end closes, the other is closed too.
      const end = () => {
        sockets.delete(socket);
        asker.destroy();
        answerer.destroy();
      };
      socket.on('error', end).on('close', end);
    }
    asker.on('data', (data) => {
      const text = data.toString('latin1');
      if (isBegin(text) || (state.isAnswered && !state.isWithin)) state.asked = '';
      if (isBegin(text)) state.isWithin = true;
      state.asked += text;
      state.isAnswered = false;
      if (passes({ line, side: 'asked', text, asked: state.asked })) answerer.write(data);
    });
    answerer.on('data', (data) => {
      state.isAnswered = true;
      const isPassed = passes({ line, side: 'answered', text: data.toString('latin1'), asked: state.asked });
      if (isEnd(state.asked)) state.isWithin = false;
      if (isPassed) asker.write(data);
    });
  }

  for (const line of Object.keys(targets) as Line[]) {
    const server = createServer({ noDelay: true }, (asker) => accept(line, asker));
    await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
    servers.set(line, server);
  }
  const cut = (only?: Line) => {
    for (const line of only === undefined ? servers.keys() : [only]) isCut.add(line);
    isStopped = false;
    for (const [socket, line] of sockets) if (isCut.has(line)) socket.destroy();
  };
  return {
    cut,
    portOf(line) {
      const address = servers.get(line)?.address();
      return typeof address === 'object' ? (address?.port ?? 0) : 0;
    },
    watch(watch, stopped) {
      watched = watch;
      onStopped = stopped;
    },
    join() {
      isStopped = false;
      isCut.clear();
    },
    async close() {
      cut();
      await Promise.all([...servers.values()].map((server) => new Promise((done) => server.close(done))));
    },
  };
}
