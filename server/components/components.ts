import type { Element } from '@xmpp/xml';
import { jidOfService, SERVICES, type Service } from '../../contract/jid.ts';
import type { Logger } from '../prosody/supervisor.ts';
import { answerAsGate, answerIq } from './answers.ts';
import { type Component, startComponent } from './component.ts';

export type ComponentsOptions = {
  readonly domain: string;
  readonly port: number;
  readonly secret: string;
  readonly log: Logger;
  /** True when the service took the stanza; what nobody takes is answered as unavailable. */
  readonly handlers?: Partial<Record<Exclude<Service, 'gate'>, (stanza: Element, self: Component) => boolean>>;
};

export type Components = {
  readonly service: Readonly<Record<Service, Component>>;
  whenOnline(): Promise<void>;
  close(): void;
};

/** The four services. Exactly one server process may run them: see `leader.ts`. */
export function startComponents(options: ComponentsOptions): Components {
  const start = (service: Service) =>
    startComponent({
      jid: jidOfService(service, options.domain),
      port: options.port,
      secret: options.secret,
      log: options.log,
      onStanza(stanza, self) {
        if (service === 'gate') answerAsGate(stanza, self);
        else if (!options.handlers?.[service]?.(stanza, self)) answerIq(stanza, self);
      },
    });
  const service = { hub: start('hub'), gift: start('gift'), official: start('official'), gate: start('gate') };
  return {
    service,
    whenOnline: async () => {
      await Promise.all(SERVICES.map((name) => service[name].whenOnline()));
    },
    close() {
      for (const name of SERVICES) service[name].close();
    },
  };
}
