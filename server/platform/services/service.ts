import type { Element } from '@xmpp/xml';
import type { Service as ServiceName } from '../../../contract/jid.ts';
import type { Logger } from '../log/logger.ts';

/** What answers the stanzas of one service address in this process. */
export type ServicePart = {
  /** Returns true when it handles the stanza. What nobody handles is answered as unavailable. */
  take(stanza: Element): boolean;
  /** Called each time that the stream of its address is up. */
  online?(): void;
  /** Whether a stanza that it sent is worth nothing on a later stream; by default none is. */
  isFleeting?(stanza: Element): boolean;
  close?(): void | Promise<void>;
};

/** What a part at a service address is made of. */
export type ServiceOptions<Source> = {
  readonly domain: string;
  readonly source: Source;
  readonly log: Logger;
  /** In the name of its service. */
  readonly send: Send;
};

/** Returns false when the stanza is lost: there is no stream, and it is fleeting. */
export type Send = (stanza: Element) => boolean;
/** Uids. */
export type Here = Pick<ReadonlySet<number>, 'has' | 'keys'>;
export type Line = {
  readonly send: Send;
  /** Sends what is written already, in the name of the account that it is for. Only the gate does. */
  readonly sendAsAccount: (text: string) => void;
  /** Everybody who has a stream in this process. */
  readonly here: () => Here;
  /**
   * Passes a request on to the process that leads, which answers it in the service's name. False when nobody leads, or when it
   * was passed on before.
   */
  readonly toLeader: (stanza: Element) => Promise<boolean>;
};

/**
 * One of the parts that stand at a service address, asked in the order of the array of parts. Each process runs it; with
 * `byLeader` only the one that leads, because all would say the same to the same people.
 */
export type Service = { readonly at: ServiceName; readonly byLeader?: true; start(line: Line): ServicePart };

/** A service that database channels and tests reach while it runs. */
export type ReachableService<Running extends ServicePart> = Service & {
  /** Undefined while it does not run. */
  current(): Running | undefined;
};

/** A service that only the leader runs. */
export const byLeader = <Some extends Service>(service: Some) => ({ ...service, byLeader: true as const });

/** Makes a service whose running part can be reached. */
export function reachable<Running extends ServicePart>(
  at: ServiceName,
  start: (line: Line) => Running,
): ReachableService<Running> {
  let running: Running | undefined;
  return {
    at,
    current: () => running,
    start(line) {
      const part = start(line);
      running = part;
      return {
        ...part,
        async close() {
          if (running === part) running = undefined;
          await part.close?.();
        },
      };
    },
  };
}
