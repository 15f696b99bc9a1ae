import xml from '@xmpp/xml';
import { INACTIVE_AFTER_MS } from '#contract/away/rules.ts';
import type { Stream } from '../xmpp/dial.ts';

const CSI_NS = 'urn:xmpp:csi:0';

/** Whether somebody looks at the app, told to the server on each stream (XEP-0352): what is seen in the app is not pushed. */
export type Look = {
  /** A tab came into sight or went out of it. */
  tab(tabId: string, visible: boolean): void;
  /** A tab that is gone is out of sight. */
  gone(tabId: string): void;
  /** The server knows nothing yet of a new stream. */
  onStream(stream: Pick<Stream, 'send'>): void;
};

/** A tab out of sight counts as looked at for a moment, because the next one comes into sight just after it. */
export function createLook(): Look {
  const visible = new Set<string>();
  let stream: Pick<Stream, 'send'> | undefined;
  let active = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const say = () => stream?.send(xml(active ? 'active' : 'inactive', { xmlns: CSI_NS }));
  function become(next: boolean): void {
    if (next === active) return;
    active = next;
    say();
  }
  function follow(): void {
    clearTimeout(timer);
    if (visible.size > 0) become(true);
    else timer = setTimeout(become, INACTIVE_AFTER_MS, false);
  }
  return {
    tab(tabId, isVisible) {
      if (isVisible) visible.add(tabId);
      else visible.delete(tabId);
      follow();
    },
    gone(tabId) {
      if (visible.delete(tabId)) follow();
    },
    onStream(next) {
      stream = next;
      say();
    },
  };
}
