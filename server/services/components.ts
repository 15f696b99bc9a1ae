import type { Element } from '@xmpp/xml';
import { jidOfService, SERVICES, type Service as ServiceName } from '../../contract/jid.ts';
import type { Logger } from '../logger.ts';
import { answerAsGate, answerIq } from './answers.ts';
import { type Component, startComponent } from './component.ts';
import type { Service } from './service.ts';

export type ComponentsOptions = {
  readonly domain: string;
  readonly port: number;
  readonly secret: string;
  readonly log: Logger;
  readonly services: readonly Service[];
};

export type Components = {
  readonly service: Readonly<Record<ServiceName, Component>>;
  whenOnline(): Promise<void>;
  /** Stops the services; resolves when all of their work has ended. */
  close(): Promise<void>;
};

/** The four service addresses and what stands at them. Exactly one server process may run them: see `leader.ts`. */
export function startComponents({ domain, port, secret, log, services }: ComponentsOptions): Components {
  const running = services.map(({ at, start }) => {
    const line = {
      send: (stanza: Element) => service[at].send(stanza),
      sendAsAccount: (text: string) => void service[at].sendAsAccount(text),
    };
    return { at, part: start(line) };
  });
  const start = (name: ServiceName) => {
    const parts = running.filter(({ at }) => at === name).map(({ part }) => part);
    const answerRest = name === 'gate' ? answerAsGate : answerIq;
    return startComponent({
      jid: jidOfService(name, domain),
      port,
      secret,
      log,
      isFleeting: (stanza) => parts.some((part) => part.isFleeting?.(stanza)),
      onStanza(stanza, self) {
        if (!parts.some((part) => part.take(stanza))) answerRest(stanza, self);
      },
      onOnline() {
        for (const part of parts) part.online?.();
      },
    });
  };
  const service: Readonly<Record<ServiceName, Component>> = {
    hub: start('hub'),
    gift: start('gift'),
    official: start('official'),
    gate: start('gate'),
  };
  return {
    service,
    whenOnline: async () => {
      await Promise.all(SERVICES.map((name) => service[name].whenOnline()));
    },
    async close() {
      for (const name of SERVICES) service[name].close();
      await Promise.all(running.map(({ part }) => part.close?.()));
    },
  };
}
