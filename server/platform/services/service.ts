import type { Element } from '@xmpp/xml';
import type { Service as ServiceName } from '../../../contract/jid.ts';
import type { Logger } from '../log/logger.ts';

/** A running handler of the stanzas to one XMPP service (hub, gift, official, gate) in this process. */
export type ServicePart = {
  /** Handles the stanza and returns true, or returns false. A request that no handler handles is answered with `service-unavailable`. */
  take(stanza: Element): boolean;
  /** Called each time the component stream is established. */
  online?(): void;
  /** Returns whether a stanza that it sends would be useless on a later stream, so that it is not buffered; by default none is. */
  isFleeting?(stanza: Element): boolean;
  close?(): void | Promise<void>;
};

/** Dependencies of a service handler with a data source. */
export type ServiceOptions<Source> = {
  readonly domain: string;
  readonly source: Source;
  readonly log: Logger;
  /** Sends a stanza from the service's address for clients (`<service>.<domain>`). */
  readonly send: Send;
};

/**
 * Sends a stanza from a service's address for clients (`<service>.<domain>`). Returns false when the stanza is dropped, because there is no
 * stream and it is not buffered.
 */
export type Send = (stanza: Element) => boolean;
/** The uids of accounts that have a stream in this process, as its edge counts them. */
export type Here = Pick<ReadonlySet<number>, 'has' | 'keys'>;
/** Connection that a service handler receives at its start: functions that send in its name and know this process's accounts. */
export type ServiceConnection = {
  readonly send: Send;
  /** Sends serialized stanzas in the name of the account that they are for; without a stream they are dropped. Only the gate uses it. */
  readonly sendAsAccount: (text: string) => void;
  /** Returns the accounts that have a stream in this process. */
  readonly here: () => Here;
  /**
   * Forwards a request to the leading process, which answers it in the service's name. False when there is no leader, when this
   * process is the leader, or when the request was forwarded before.
   */
  readonly toLeader: (stanza: Element) => Promise<boolean>;
};

/**
 * A handler at a service address, which a domain registers; several at one address are asked in the order of the array. Each process runs
 * it, but with `byLeader` only the leader does, because each process would send the same messages to the same accounts.
 */
export type Service = {
  readonly at: ServiceName;
  readonly byLeader?: true;
  start(line: ServiceConnection): ServicePart;
};

/** A service whose running handler can be accessed, by the database channels of its domain and by tests. */
export type ReachableService<Running extends ServicePart> = Service & {
  /** Returns the running handler; undefined while it does not run. */
  current(): Running | undefined;
};

/** Marks the stanza handler of an XMPP service (`Service`) as one that only the leading process runs. Returns a marked copy. */
export const onlyOnLeader = <Some extends Service>(service: Some) => ({ ...service, byLeader: true as const });

/** Creates a service whose running handler can be accessed by `current` while it runs. */
export function reachable<Running extends ServicePart>(
  at: ServiceName,
  start: (line: ServiceConnection) => Running,
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
