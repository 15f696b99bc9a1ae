import { expect, test } from 'vitest';
import { writeWhileOpen } from '../../../../worker/xmpp/write-while-open.ts';

const [OPEN, CLOSING] = [1, 2];

test('data written to a closing socket is discarded silently, and the writer continues', async () => {
  const written: string[] = [];
  const socket = { readyState: OPEN };
  const writer = {
    socket: socket as { readyState: number } | null,
    write(data: string, done?: () => void) {
      written.push(data);
      done?.();
    },
  };
  writeWhileOpen(writer);
  const write = (data: string) => new Promise<void>((done) => writer.write(data, () => done()));
  await write('open');
  socket.readyState = CLOSING;
  await write('closing');
  writer.socket = null;
  await write('gone');
  expect(written).toEqual(['open']);
});
