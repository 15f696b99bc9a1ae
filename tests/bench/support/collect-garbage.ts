import * as v from 'valibot';
import { WebSocket } from 'ws';

const targets = v.pipe(v.array(v.object({ webSocketDebuggerUrl: v.string() })), v.minLength(1));
const answer = v.object({ id: v.number() });
const COMMANDS = ['HeapProfiler.enable', 'HeapProfiler.collectGarbage', 'HeapProfiler.collectGarbage'];

/** Collects garbage in a Node process that runs with `--inspect`. */
export async function collectGarbage(inspectPort: number): Promise<void> {
  const listed = await fetch(`http://127.0.0.1:${inspectPort}/json/list`);
  const [target] = v.parse(targets, await listed.json());
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  await new Promise<void>((done, failed) => {
    const ask = (id: number) => socket.send(JSON.stringify({ id, method: COMMANDS[id] }));
    socket.on('open', () => ask(0));
    socket.on('error', failed);
    socket.on('message', (data) => {
      const { id } = v.parse(answer, JSON.parse(data.toString()));
      if (id + 1 < COMMANDS.length) ask(id + 1);
      else done();
    });
  });
  socket.close();
}
