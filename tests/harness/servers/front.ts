import { connect, createServer, type Socket } from 'node:net';

export type Front = {
  readonly port: number;
  /** Sets the targets of new connections, in order of preference. */
  send(ports: readonly number[]): void;
  close(): Promise<void>;
};

/** A TCP proxy in front of several processes on this machine: if one refuses a connection, it goes to the next. */
export async function startFront(): Promise<Front> {
  let targets: readonly number[] = [];
  const open = new Set<Socket>();
  const hold = (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  };

  function join(client: Socket, [first, ...others]: readonly number[]): void {
    if (first === undefined) {
      client.destroy();
      return;
    }
    const server = connect({ port: first, host: '127.0.0.1', noDelay: true });
    server.once('error', () => join(client, others));
    server.once('connect', () => {
      server.removeAllListeners('error');
      hold(server);
      client.pipe(server);
      server.pipe(client);
      server.on('close', () => client.end());
      client.on('close', () => server.destroy());
    });
  }

  const listener = createServer({ noDelay: true }, (client) => {
    hold(client);
    join(client, targets);
  });
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const address = listener.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    send(ports) {
      targets = ports;
    },
    close() {
      for (const socket of open) socket.destroy();
      return new Promise((done) => listener.close(() => done()));
    },
  };
}
