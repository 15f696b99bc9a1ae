import type { Element } from '@xmpp/xml';
import { jidOfService, SERVICES, type Service } from '../../contract/jid.ts';
import { PRESENCE_NS } from '../../contract/people/presence.ts';
import type { Logger } from '../logger.ts';
import { answerAsGate, answerIq } from './answers.ts';
import { type Component, startComponent } from './component.ts';
import { createNotices, type NoticeSource, type Notices } from './notices.ts';
import { createOfficial, type Official, type OfficialSource } from './official.ts';
import { type Watchers, type WatchSource, type WatchTimes, watchPresence } from './watchers.ts';

/** A part that answers stanzas of a service while the services run. */
export type ServicePart = {
  /** Returns true when it handles the stanza; unhandled ones are answered as unavailable. */
  take(stanza: Element): boolean;
  /** Called for each new stream of its service. */
  online?(): void;
  close?(): Promise<void>;
};

export type ComponentsOptions = {
  readonly domain: string;
  readonly port: number;
  readonly secret: string;
  readonly log: Logger;
  /** Returns true when the service handles the stanza; unhandled ones are answered as unavailable. */
  readonly handlers?: Partial<Record<Exclude<Service, 'gate' | 'hub'>, (stanza: Element, self: Component) => boolean>>;
  /** Creates the video hub, which runs while the services do; without it there are no calls. */
  readonly hub?: (send: (stanza: Element) => boolean) => ServicePart;
  /** Answers queries of archives, written in the name of the account that asks; without it there are no archives. */
  readonly archives?: (write: (text: string) => void) => ServicePart;
  /** Where the gate reads presence; without it no watch is possible. */
  readonly watching?: { readonly source: WatchSource; readonly times?: Partial<WatchTimes> };
  /** Where the gate reads the recipients of news about people; without it none are sent. */
  readonly notices?: NoticeSource;
  /** Source of the official service's messages; without it none are sent. */
  readonly official?: OfficialSource;
};

export type Components = {
  readonly service: Readonly<Record<Service, Component>>;
  readonly watchers: Watchers | undefined;
  readonly notices: Notices | undefined;
  readonly official: Official | undefined;
  whenOnline(): Promise<void>;
  /** Stops the services; resolves when all of their work has ended. */
  close(): Promise<void>;
};

/** The four services. Exactly one server process may run them: see `leader.ts`. */
export function startComponents(options: ComponentsOptions): Components {
  const { domain, log, watching } = options;
  const watchers = watching && watchPresence({ domain, log, ...watching, send: (stanza) => service.gate.send(stanza) });
  const notices =
    options.notices &&
    createNotices({ domain, log, source: options.notices, send: (stanza) => service.gate.send(stanza) });
  const archives = options.archives?.((text) => service.gate.sendAsAccount(text));
  const official =
    options.official &&
    createOfficial({ domain, log, source: options.official, send: (stanza) => service.official.send(stanza) });
  const hub = options.hub?.((stanza) => service.hub.send(stanza));
  const start = (service: Service) =>
    startComponent({
      jid: jidOfService(service, domain),
      port: options.port,
      secret: options.secret,
      log,
      // After a new stream every client watches again and gets the full presence.
      isFleeting: (stanza) => service === 'gate' && isPresenceNews(stanza),
      onStanza(stanza, self) {
        if (service === 'gate') {
          if (!watchers?.take(stanza) && !archives?.take(stanza)) answerAsGate(stanza, self);
        } else if (service !== 'official' || !official?.take(stanza)) {
          const isHandled = service === 'hub' ? hub?.take(stanza) : options.handlers?.[service]?.(stanza, self);
          if (!isHandled) answerIq(stanza, self);
        }
      },
      onOnline() {
        if (service === 'gate') void watchers?.online();
        if (service === 'hub') hub?.online?.();
        if (service === 'official') official?.online();
      },
    });
  const service: Readonly<Record<Service, Component>> = {
    hub: start('hub'),
    gift: start('gift'),
    official: start('official'),
    gate: start('gate'),
  };
  return {
    service,
    watchers,
    notices,
    official,
    whenOnline: async () => {
      await Promise.all(SERVICES.map((name) => service[name].whenOnline()));
    },
    async close() {
      watchers?.close();
      notices?.close();
      for (const name of SERVICES) service[name].close();
      await Promise.all([archives?.close?.(), hub?.close?.(), official?.close()]);
    },
  };
}

const isPresenceNews = (stanza: Element): boolean =>
  stanza.is('message') && stanza.getChildElements().some((child) => child.getNS() === PRESENCE_NS);
