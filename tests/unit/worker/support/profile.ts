import { createLeadership } from '../../../../worker/core/leadership.ts';
import { fakeLocks } from './locks.ts';

type Listener = (event: { data: unknown }) => void;

/** One browser profile: its locks, and a broadcast channel that skips the sender. */
export function profile() {
  const locks = fakeLocks();
  const everybody = new Set<Listener>();
  const log: string[] = [];
  const said: unknown[] = [];

  function channel() {
    const own = new Set<Listener>();
    return {
      postMessage(data: unknown) {
        said.push(data);
        for (const listener of everybody) if (!own.has(listener)) queueMicrotask(() => listener({ data }));
      },
      addEventListener(_type: string, listener: unknown) {
        own.add(listener as Listener);
        everybody.add(listener as Listener);
      },
    };
  }
  function core(
    build: number,
    instance = `core-${build}`,
    over: {
      lead?: () => Promise<void>;
      down?: () => Promise<void>;
      free?: () => Promise<void>;
      isSoleHost?: boolean;
    } = {},
    deaf = false,
  ) {
    return createLeadership({
      build,
      instance,
      isSoleHost: over.isSoleHost ?? false,
      locks,
      channel: deaf ? { postMessage() {}, addEventListener() {} } : channel(),
      async onLead() {
        log.push(`${instance} leads`);
        await over.lead?.();
      },
      onFailure: () => {},
      whenFree: over.free ?? (async () => {}),
      async onStepDown(how) {
        await over.down?.();
        log.push(`${instance} ${how === 'leave' ? 'left' : 'stepped down'}`);
      },
    });
  }
  const shout = (data: unknown) => channel().postMessage(data);
  return { locks, log, said, core, shout };
}
