import { connect } from 'node:net';

/** Whether a loopback port accepts connections now; polled until a started process is ready. */
export const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const tell = (answer: boolean) => () => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', tell(true));
    socket.on('error', tell(false));
  });
