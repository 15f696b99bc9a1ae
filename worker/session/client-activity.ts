import xml from '@xmpp/xml';
import { INACTIVE_AFTER_MS } from '#contract/push/rules.ts';
import type { Stream } from '../xmpp/dial.ts';

const CSI_NS = 'urn:xmpp:csi:0';

/** Reports to the server on each stream whether the app is visible (XEP-0352): while it is, the server pushes nothing to the account. */
export type ClientActivity = {
  /** A tab became visible or hidden. */
  tab(tabId: string, visible: boolean): void;
  /** A closed tab counts as hidden. */
  gone(tabId: string): void;
  /** Sends the current state on a new stream, because the server does not know it. */
  onStream(stream: Pick<Stream, 'send'>): void;
};

/**
 * Creates the reporter of visibility. A hidden tab counts as visible for INACTIVE_AFTER_MS, because another tab
 * usually becomes visible right after it.
 */
export function createClientActivity(): ClientActivity {
  const visible = new Set<string>();
  let stream: Pick<Stream, 'send'> | undefined;
  let active = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sendState = () => stream?.send(xml(active ? 'active' : 'inactive', { xmlns: CSI_NS }));
  function setActive(next: boolean): void {
    if (next === active) return;
    active = next;
    sendState();
  }
  function update(): void {
    clearTimeout(timer);
    if (visible.size > 0) setActive(true);
    else timer = setTimeout(setActive, INACTIVE_AFTER_MS, false);
  }
  return {
    tab(tabId, isVisible) {
      if (isVisible) visible.add(tabId);
      else visible.delete(tabId);
      update();
    },
    gone(tabId) {
      if (visible.delete(tabId)) update();
    },
    onStream(next) {
      stream = next;
      sendState();
    },
  };
}
