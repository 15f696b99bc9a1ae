import type { Element } from '@xmpp/xml';
import { COMPONENT_KEPT_MAX, COMPONENT_KEPT_MAX_CHARS, COMPONENT_KEPT_MS } from './bounds.ts';

type Row = { readonly text: string; readonly at: number; readonly isAnswer: boolean };

/** Age up to which sent answers are sent again on the next stream. A broken stream loses none that is older. */
const REPEATED_MS = 2_000;
const REPEATED_MAX = 500;

/**
 * Creates the buffer of the stanzas of a component, in order, while it has no stream: at most COMPONENT_KEPT_MAX stanzas and
 * COMPONENT_KEPT_MAX_CHARS characters, none older than COMPONENT_KEPT_MS, because by then requests have timed out and call events are
 * outdated. Above the limits the oldest events are dropped first, then the oldest answers.
 * Answers (IQs) sent just before the stream broke are sent again, because it is unknown whether they arrived; the requester uses the
 * first and ignores the second. Events are not sent again, so that none is shown twice.
 */
export function createSendBuffer(now: () => number) {
  let rows: Row[] = [];
  let chars = 0;
  let sent: Row[] = [];

  function drop(index: number): void {
    const [row] = rows.splice(index, 1);
    chars -= row?.text.length ?? 0;
  }

  function dropOld(): void {
    const fresh = rows.findIndex(({ at }) => now() - at <= COMPONENT_KEPT_MS);
    const old = rows.splice(0, fresh < 0 ? rows.length : fresh);
    for (const { text } of old) chars -= text.length;
  }

  function noteRow(row: Row): void {
    sent.push({ ...row, at: now() });
    if (sent.length > REPEATED_MAX * 2) sent = sent.slice(-REPEATED_MAX);
  }

  return {
    add(stanza: Element, text: string): void {
      rows.push({ text, at: now(), isAnswer: stanza.is('iq') });
      chars += text.length;
      dropOld();
      while (rows.length > COMPONENT_KEPT_MAX || chars > COMPONENT_KEPT_MAX_CHARS) {
        const event = rows.findIndex(({ isAnswer }) => !isAnswer);
        drop(Math.max(event, 0));
      }
    },
    /** Records a sent answer, in case the stream loses it. */
    noteSent(stanza: Element, text: string): void {
      if (stanza.is('iq')) noteRow({ text, at: now(), isAnswer: true });
    },
    /** Handles the end of the stream: answers that it may have lost are sent again, before all buffered stanzas. */
    broken(): void {
      const again = sent.slice(-REPEATED_MAX).filter(({ at }) => now() - at <= REPEATED_MS);
      sent = [];
      rows = [...again, ...rows];
      for (const { text } of again) chars += text.length;
    },
    /** Returns the oldest stanza; undefined when the buffer is empty. */
    first(): { readonly text: string } | undefined {
      dropOld();
      return rows[0];
    },
    /** Removes the oldest stanza after it was sent. */
    shift(): void {
      const [row] = rows;
      drop(0);
      if (row?.isAnswer) noteRow(row);
    },
    size: () => rows.length,
    clear(): void {
      rows = [];
      sent = [];
      chars = 0;
    },
  };
}
