import xml, { type Element } from '@xmpp/xml';
import { jidOfService, SERVICES, type Service as ServiceName } from '../../../contract/jid.ts';
import { homeOf, serviceAtHome } from '../edge/home.ts';
import type { Logger } from '../log/logger.ts';
import { answerAsGate, answerFailure, answerIq } from './answers.ts';
import { type Component, startComponent } from './component.ts';
import type { Here, Service, ServicePart } from './service.ts';

export type ComponentsOptions = {
  readonly domain: string;
  /** The name of this process among all at the same XMPP server. */
  readonly node: string;
  /** Returns where the XMPP server takes components, `host:port`; called for each attempt. */
  readonly address: () => string;
  readonly secret: string;
  readonly log: Logger;
  readonly services: readonly Service[];
  /** Everybody who has a stream in this process. */
  readonly here?: () => Here;
  /** The name of the process that leads. */
  leader?(): Promise<string | undefined>;
};

/** A service of this process: it speaks in its own name. */
type Speaker = Pick<Component, 'jid'> & { send(stanza: Element): boolean };

export type Components = {
  readonly service: Readonly<Record<ServiceName, Speaker>>;
  /** Starts what only the leader runs. */
  lead(): void;
  /** Ends it; resolves when all of its work has ended. */
  rest(): Promise<void>;
  whenOnline(): Promise<void>;
  /** Stops the services; resolves when all of their work has ended. */
  close(): Promise<void>;
};

/** Marks what one process has passed on to another. */
const PASSED_ON = 'passed-on';

/**
 * The four services of this process, over one connection: the home of the process, which no other one has. The edge sends there
 * what its clients say to a service, so each process answers its own clients; answers bear the service's address.
 */
export function startComponents(options: ComponentsOptions): Components {
  const { domain, node, secret, log, services } = options;
  const home = homeOf(node, domain);
  const running = new Map<Service, ServicePart>();
  let isOnline = false;
  const partsAt = (name: ServiceName) =>
    services.filter(({ at }) => at === name).flatMap((service) => running.get(service) ?? []);

  const component = startComponent({
    jid: home,
    address: options.address,
    secret,
    log,
    isFleeting: (stanza) => [...running.values()].some((part) => part.isFleeting?.(stanza)),
    onStanza(stanza) {
      const name = serviceAtHome(stanza.attrs['to'] ?? '', home);
      if (!name) return answerIq(stanza, component);
      const from = serviceAtHome(stanza.attrs['from'] ?? '', home);
      if (from) stanza.attrs['from'] = jidOfService(from, domain);
      receive(name, stanza);
    },
    onOnline() {
      isOnline = true;
      for (const part of running.values()) part.online?.();
    },
    onOffline() {
      isOnline = false;
    },
  });

  /** Services of one process speak to each other at its home. */
  function send(name: ServiceName, stanza: Element): boolean {
    const other = SERVICES.find((service) => stanza.attrs['to'] === jidOfService(service, domain));
    if (other) stanza.attrs['to'] = `${other}@${home}`;
    return component.send(stanza, other ? `${name}@${home}` : jidOfService(name, domain));
  }

  function receive(name: ServiceName, stanza: Element): void {
    const self = service[name];
    try {
      if (partsAt(name).some((part) => part.take(stanza))) return;
      if (name === 'gate') answerAsGate(stanza, self);
      else answerIq(stanza, self);
    } catch (error) {
      log.warn({ jid: self.jid, reason: error instanceof Error ? error.name : 'unknown' }, 'a stanza failed');
      answerFailure(stanza, self);
    }
  }

  async function toLeader(name: ServiceName, stanza: Element): Promise<boolean> {
    if (stanza.attrs['to']?.endsWith(`/${PASSED_ON}`)) return false;
    const leader = await options.leader?.();
    if (leader === undefined || leader === node) return false;
    const to = `${name}@${homeOf(leader, domain)}/${PASSED_ON}`;
    const passed = xml(stanza.name, { ...stanza.attrs, to }, ...stanza.children);
    // In the name of who asked: the leader answers them.
    return component.send(passed, stanza.attrs['from'] ?? '');
  }

  const speaker = (name: ServiceName): Speaker => ({
    jid: jidOfService(name, domain),
    send: (stanza) => send(name, stanza),
  });
  const service: Readonly<Record<ServiceName, Speaker>> = {
    hub: speaker('hub'),
    gift: speaker('gift'),
    official: speaker('official'),
    gate: speaker('gate'),
  };

  function start(one: Service): void {
    const { at } = one;
    const part = one.start({
      send: service[at].send,
      sendAsAccount: (text) => void component.sendWritten(text),
      here: options.here ?? (() => new Set<number>()),
      toLeader: (stanza) => toLeader(at, stanza),
    });
    running.set(one, part);
    if (isOnline) part.online?.();
  }

  async function end(which: readonly Service[]): Promise<void> {
    const parts = which.flatMap((one) => running.get(one) ?? []);
    for (const one of which) running.delete(one);
    await Promise.all(parts.map((part) => part.close?.()));
  }

  const led = services.filter(({ byLeader }) => byLeader);
  for (const one of services) if (!one.byLeader) start(one);

  return {
    service,
    lead() {
      for (const one of led) if (!running.has(one)) start(one);
    },
    rest: () => end(led),
    whenOnline: component.whenOnline,
    async close() {
      component.close();
      await end(services);
    },
  };
}
