import { parentPort, workerData } from 'node:worker_threads';
import { runHosts } from './hosts.ts';
import type { FromThread, ThreadSettings, ToThread } from './talk.ts';

/*
 * The hosts have a thread of their own: a fault in the WebRTC stack ends this thread and not the server, and a handshake
 * holds up nobody's request.
 */
const port = parentPort;
if (!port) throw new Error('to be started as a worker thread');

const asked = new Map<number, { resolve(value: string): void; reject(reason: Error): void }>();
let questions = 0;
const tell = (message: FromThread) => port.postMessage(message);

function ask(what: 'token' | 'language', uid: number): Promise<string> {
  questions += 1;
  const id = questions;
  return new Promise((resolve, reject) => {
    asked.set(id, { resolve, reject });
    tell({ kind: 'ask', id, what, uid });
  });
}

const hosts = runHosts(workerData as ThreadSettings, {
  token: (uid) => ask('token', uid),
  profileLanguage: (uid) => ask('language', uid),
});

port.on('message', async (message: ToThread) => {
  switch (message.kind) {
    case 'answer': {
      const waiting = asked.get(message.id);
      asked.delete(message.id);
      if (message.value === undefined) waiting?.reject(new Error('no answer'));
      else waiting?.resolve(message.value);
      return;
    }
    case 'greet':
      tell({ kind: 'greeted', id: message.id, done: hosts.greet(message.host, message.uid, message.scene) });
      return;
    case 'end':
      await hosts.end();
      tell({ kind: 'ended' });
      port.close();
  }
});
