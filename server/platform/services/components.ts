import xml, { type Element } from '@xmpp/xml';
import { jidOfService, SERVICES, type Service as ServiceName } from '../../../contract/jid.ts';
import { componentDomain, serviceAtHome } from '../edge/session/component-domain.ts';
import type { Logger } from '../log/logger.ts';
import { answerAsGate, answerFailure, answerIq } from './answers.ts';
import { type Component, startComponent } from './component.ts';
import type { Here, Service, ServicePart } from './service.ts';
import { type DeliveryTimes, watchDelivery } from './watch-delivery.ts';

/** Settings and dependencies of `startComponents`. */
export type ComponentsOptions = {
  readonly domain: string;
  /** The name of this process, unique among all processes at the same XMPP server. */
  readonly node: string;
  /** Returns the XMPP server's address for components, `host:port`; called for each attempt. */
  readonly address: () => string;
  readonly secret: string;
  readonly log: Logger;
  readonly deliveryTimes?: DeliveryTimes;
  readonly services: readonly Service[];
  /** Returns the accounts that have a stream in this process. */
  readonly here?: () => Here;
  /** Returns the name of the leading process; undefined when there is none. */
  leader?(): Promise<string | undefined>;
};

/** Sends stanzas in the name of a service. */
type Speaker = Pick<Component, 'jid'> & { send(stanza: Element): boolean };

/** The running XMPP services (hub, gift, official, gate) of a process. */
export type Components = {
  readonly service: Readonly<Record<ServiceName, Speaker>>;
  /** Starts the services that only the leader runs. */
  lead(): void;
  /** Stops the leader's services; resolves when all of their work has ended. */
  rest(): Promise<void>;
  whenOnline(): Promise<void>;
  /**
   * Readiness check: sends a message through the XMPP server to this process. Resolves with what is wrong when none has come back for
   * `DELIVERY_PATIENCE_MS`, else with undefined.
   */
  deliveryLacks(): Promise<string | undefined>;
  /** Stops all services; resolves when all of their work has ended. */
  close(): Promise<void>;
};

/** The resource that marks a request which one process has forwarded to another. */
const PASSED_ON = 'passed-on';

/**
 * Runs the four XMPP services of this process over one component connection, whose domain no other process has. The edge routes its
 * clients' stanzas for services to it, so each process answers its own clients; answers come from the service's client-facing address.
 */
export function startComponents(options: ComponentsOptions): Components {
  const { domain, node, secret, log, services } = options;
  const home = componentDomain(node, domain);
  const running = new Map<Service, ServicePart>();
  let isOnline = false;
  const partsAt = (name: ServiceName) =>
    services.filter(({ at }) => at === name).flatMap((service) => running.get(service) ?? []);

  const delivery = watchDelivery(
    (id) => component.sendWritten(xml('message', { type: 'headline', id, from: home, to: home }).toString()),
    options.deliveryTimes,
  );
  const component = startComponent({
    jid: home,
    address: options.address,
    secret,
    log,
    isFleeting: (stanza) => [...running.values()].some((part) => part.isFleeting?.(stanza)),
    onStanza(stanza) {
      if (stanza.attrs['from'] === home && delivery.onMessage(stanza.attrs['id'])) return;
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

  /** Sends a stanza as a service. A stanza for another service is routed to that of the same process. */
  function send(name: ServiceName, stanza: Element): boolean {
    const other = SERVICES.find((service) => stanza.attrs['to'] === jidOfService(service, domain));
    if (other) stanza.attrs['to'] = `${other}@${home}`;
    return component.send(stanza, other ? `${name}@${home}` : jidOfService(name, domain));
  }

  function receive(name: ServiceName, stanza: Element): void {
    const self = service[name];
    try {
      if (partsAt(name).some((part) => part.take(stanza))) return;
      if (name === 'gate') answerAsGate(stanza, self, (account, copy) => void component.send(copy, account));
      else answerIq(stanza, self);
    } catch (error) {
      log.warn({ jid: self.jid, err: error }, 'failed to handle a stanza');
      answerFailure(stanza, self);
    }
  }

  async function toLeader(name: ServiceName, stanza: Element): Promise<boolean> {
    if (stanza.attrs['to']?.endsWith(`/${PASSED_ON}`)) return false;
    const leader = await options.leader?.();
    if (leader === undefined || leader === node) return false;
    const to = `${name}@${componentDomain(leader, domain)}/${PASSED_ON}`;
    const passed = xml(stanza.name, { ...stanza.attrs, to }, ...stanza.children);
    // Sent in the name of the account that asked, so that the leader answers that account.
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

  function start(entry: Service): void {
    const { at } = entry;
    const part = entry.start({
      send: service[at].send,
      sendAsAccount: (text) => void component.sendWritten(text),
      here: options.here ?? (() => new Set<number>()),
      toLeader: (stanza) => toLeader(at, stanza),
    });
    running.set(entry, part);
    if (isOnline) part.online?.();
  }

  async function end(ended: readonly Service[]): Promise<void> {
    const parts = ended.flatMap((entry) => running.get(entry) ?? []);
    for (const entry of ended) running.delete(entry);
    await Promise.all(parts.map((part) => part.close?.()));
  }

  const led = services.filter(({ byLeader }) => byLeader);
  for (const entry of services) if (!entry.byLeader) start(entry);

  return {
    service,
    lead() {
      for (const entry of led) if (!running.has(entry)) start(entry);
    },
    rest: () => end(led),
    whenOnline: component.whenOnline,
    deliveryLacks: delivery.lacks,
    async close() {
      component.close();
      await end(services);
    },
  };
}
