import type { Holder } from './pausable-reader.ts';

/** Number of queued stanzas at which the client's stream is paused, and at which it is resumed. */
const HIGH_WATER = 256;
const LOW_WATER = 64;

/** Text to send; a function is called when it is its turn. */
type Text = string | (() => string);

/**
 * Creates the queue that sends a stream's stanzas to the XMPP server in the order in which the rules decided on them. A message is sent
 * only after it is archived; later messages are archived concurrently, so the stream does not wait for the database once per message.
 * `source` is paused while too many wait.
 */
export function orderedLane(send: (text: string) => void, source: Holder) {
  const waiting: { text: Text | undefined }[] = [];
  let holding = false;
  let stopped = false;
  let emptied: (() => void) | undefined;

  const sendText = (text: Text) => send(typeof text === 'string' ? text : text());

  function flush(): void {
    let ready = 0;
    for (; ready < waiting.length; ready += 1) {
      const text = waiting[ready]?.text;
      if (text === undefined) break;
      sendText(text);
    }
    waiting.splice(0, ready);
    if (holding && waiting.length <= LOW_WATER) {
      holding = false;
      source.release('archive');
    }
    if (waiting.length === 0) emptied?.();
  }

  return {
    /** Sends the text after everything that is queued. */
    now(text: Text): void {
      if (stopped) return;
      if (waiting.length === 0) sendText(text);
      else waiting.push({ text });
    },
    /** Sends the text when the promise resolves, in order. The promise must not reject. */
    when(text: Promise<Text>): void {
      const place: { text: Text | undefined } = { text: undefined };
      waiting.push(place);
      if (!holding && waiting.length >= HIGH_WATER) {
        holding = true;
        source.hold('archive');
      }
      void text.then((written) => {
        place.text = written;
        if (!stopped) flush();
      });
    },
    /** Calls `then` once the queue is empty; at once when it is empty now. */
    whenEmpty(then: () => void): void {
      if (waiting.length === 0) then();
      else emptied = then;
    },
    stop(): void {
      stopped = true;
      waiting.length = 0;
    },
  };
}
