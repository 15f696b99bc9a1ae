import { parentPort, workerData } from 'node:worker_threads';
import { runHosts } from './hosts.ts';
import type { AnswerTypes, FromThread, Question, ThreadSettings, ToThread } from './talk.ts';

/*
 * Entry of the hosts' worker thread. A crash of the WebRTC library ends this thread and not the server, and a DTLS handshake blocks no
 * request.
 */
const port = parentPort;
if (!port) throw new Error('to be started as a worker thread');

const pendingCalls = new Map<number, { resolve(value: never): void; reject(reason: Error): void }>();
let questions = 0;
const tell = (message: FromThread) => port.postMessage(message);

function ask<Q extends Question>(question: Q): Promise<AnswerTypes[Q['what']]> {
  questions += 1;
  const id = questions;
  return new Promise((resolve, reject) => {
    pendingCalls.set(id, { resolve, reject });
    tell({ kind: 'ask', id, ...question });
  });
}

const hosts = runHosts(workerData as ThreadSettings, {
  token: (uid) => ask({ what: 'token', uid }),
  profileLanguage: (uid) => ask({ what: 'language', uid }),
  readGiftBudget: (host, uid, act) => ask({ what: 'giftBudget', host, uid, act }),
});

port.on('message', async (message: ToThread) => {
  switch (message.kind) {
    case 'answer': {
      const waiting = pendingCalls.get(message.id);
      pendingCalls.delete(message.id);
      if (message.value === undefined) waiting?.reject(new Error('no answer'));
      else waiting?.resolve(message.value as never);
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
