import xml, { type Element } from '@xmpp/xml';
import {
  HUB_NS,
  type HubAction,
  type HubEvent,
  type HubRefusal,
  type HubRequestData,
  type HubResponseData,
  readRequest,
  writeAnswer,
  writeEvent,
} from '#contract/calls/hub.ts';
import { fail, ok } from '#contract/result.ts';
import { createCalls } from '../../../../worker/calls/calls.ts';
import type { CallParts } from '../../../../worker/calls/ports.ts';
import { readInbound } from '../../../../worker/xmpp/inbound.ts';
import type { Request } from '../../../../worker/xmpp/iq.ts';
import { freshApp, freshChat, session } from './databases.ts';
import { serverOf } from './people.ts';
import { fakeTabs, idsFrom } from './ports.ts';
import { chat as chatMessage, self } from './stanzas.ts';

export const SID = 'sid_of_the_call_00001';
type Answers = { [A in HubAction]?: (data: HubRequestData<A>) => HubResponseData<A> | HubRefusal };

/** The core's calls over an open stream, with a hub whose answers the test gives. `app`: the database that an earlier core left. */
export async function callsWith(answers: Answers, app = freshApp()) {
  const chat = freshChat();
  await app.state.put(session);
  const asked: [HubAction, unknown][] = [];
  const said: [number, string][] = [];
  let recharges = 0;
  const left: [uid: number, talkedMs: number][] = [];
  const tracked: [name: string, properties: object][] = [];
  const { tabs, locks } = fakeTabs('tab', 'other');
  const nextId = idsFrom('id');
  const { api } = serverOf({});
  const parts: CallParts = {
    track: (name, properties) => void tracked.push([name, properties]),
    app,
    chat,
    api,
    tabs,
    async session() {
      const row = await app.state.get('session');
      return row?.key === 'session' ? row : undefined;
    },
    now: Date.now,
    queue: { kick() {} },
    newId: () => nextId().padEnd(21, '0'),
    client: { os: 'android', pkgName: 'app' },
    kick() {},
    async sendText(uid, _name, words) {
      said.push([uid, words]);
    },
    onCallEnded() {},
    onRecharged() {
      recharges += 1;
    },
    onReceiptClosed: (uid, talkedMs) => void left.push([uid, talkedMs]),
  };
  const calls = createCalls(parts);

  const request: Request = async (stanza) => {
    const action = stanza.getChild('action', HUB_NS);
    const read = readRequest(action);
    if (!read) throw new TypeError(`not of the hub's protocol: ${stanza}`);
    asked.push([read.name, read.data]);
    const answer = answers[read.name] as ((data: unknown) => HubResponseData<HubAction> | HubRefusal) | undefined;
    const heard = answer?.(read.data) ?? {};
    if (typeof heard === 'string')
      return fail({ code: 'refused', condition: 'not-acceptable', wait: false, hub: heard as HubRefusal });
    return ok(xml('iq', { type: 'result' }, writeAnswer(read.name, read.sid, heard)));
  };
  calls.onStreamOpening?.(session, `${session.jid}/own`);
  const link = {
    session,
    jid: `${session.jid}/own`,
    request,
    ask: async () => undefined,
    readArchive: async () => true,
  };
  calls.onStreamUp?.(link, true);

  const headline = (event: HubEvent, from: string = self.services.hub): Element =>
    xml('message', { type: 'headline', from, to: session.jid }, writeEvent(event));
  return {
    app,
    chat,
    calls,
    commands: calls.commands,
    asked,
    left,
    said,
    tracked,
    recharges: () => recharges,
    locks,
    tabGone: (tab: string) => calls.onTabGone?.(tab),
    /** The stream broke for good, and another one is up. */
    newStream: () => calls.onStreamUp?.(link, false),
    /** The stream broke and was resumed. */
    resumeStream: () => calls.onStreamUp?.(link, true),
    names: () => asked.map(([name]) => name),
    /** Delivers a hub event, or a forged one from another sender. True when it was trusted. */
    tell: (event: HubEvent, from?: string) => calls.onPush?.(headline(event, from)),
    /** A chat message of type 10 comes from the host 9001. */
    invite(sid = SID): void {
      const message = chatMessage({ type: 10, id: sid });
      const x = message.getChild('x');
      x?.append(xml('call', { xmlns: 'urn:gemcall:call:1', sid, caller: 9001, callee: self.uid, startTime: 1 }));
      const inbound = readInbound(message, self, () => false);
      if (inbound.kind === 'message') calls.onMessage?.(inbound);
    },
    row: async () => {
      const row = await app.state.get('call');
      return row?.key === 'call' ? row : undefined;
    },
  };
}
