import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { type CorePerson, type DeviceStorage, emptyDevice, logIn, startCore } from './core-people.ts';
import { seeded } from './mutants.ts';
import type { KilledServer } from './servers/kept-server.ts';
import { until } from './servers/kept-server.ts';
import { startProxy, type TcpProxy } from './servers/proxy.ts';

/** Errors of the device clocks, ms: the server must put the messages in order. */
const CLOCK_ERRORS_MS = [0, HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS];
const SETTLED_WITHIN_MS = 120_000;

type Device = {
  readonly name: string;
  readonly owner: 'a' | 'b';
  readonly line: TcpProxy;
  readonly storage: DeviceStorage;
  core: CorePerson;
  /** Ends the core as a killed worker ends, and starts the next one on the same storage. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

type SweepOptions = {
  readonly server: KilledServer;
  readonly seed: number;
  readonly steps: number;
  /** How long a black hole lasts, ms. */
  readonly blackHoleMs: number;
};

/**
 * Two users with two devices each talk while devices lose the network, sockets break in the middle of a frame, cores are killed, clocks are
 * wrong and the server is killed. Afterwards everything is online, and the faults are returned: texts that are missing or doubled, and
 * devices that show another order or another number of unread messages than their account's archive has. An empty list is a pass.
 */
export async function sweepChat({ server, seed, steps, blackHoleMs }: SweepOptions): Promise<readonly string[]> {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const url = `http://localhost:${server.port}`;
  const openIds = { a: randomUUID(), b: randomUUID() };
  const devices: Device[] = [];
  for (const owner of ['a', 'a', 'b', 'b'] as const) {
    const account = await logIn(url, openIds[owner], `device-${devices.length}`);
    const [line, storage, ahead] = [await startProxy(server.port), await emptyDevice(account), pick(CLOCK_ERRORS_MS)];
    const open = () => startCore({ port: server.port, account, storage, line, now: () => Date.now() + ahead });
    const device: Device = {
      name: `${owner}${devices.length % 2}`,
      owner,
      line,
      storage,
      core: await open(),
      async restart() {
        line.reset();
        await device.core.close();
        device.core = await open();
      },
      async close() {
        await device.core.close();
        await line.close();
        for (const db of Object.values(storage)) db.close();
      },
    };
    devices.push(device);
  }
  const peerOf = ({ owner }: Device) => devices.find((other) => other.owner !== owner)?.core.uid ?? 0;
  const said: string[] = [];

  const acts: Readonly<Record<string, (device: Device) => Promise<unknown> | unknown>> = {
    async say(device) {
      const words = `${device.name} says ${said.length}`;
      said.push(words);
      await device.core.say(peerOf(device), words);
    },
    read: (device) => device.core.watch(peerOf(device)),
    leave: (device) => device.core.watch(undefined),
    offline({ line }) {
      line.refuse(true);
      line.reset();
    },
    online: ({ line }) => line.refuse(false),
    cutInFrame: ({ line }) => line.cutAfterBytes(Math.floor(random() * 700)),
    async halfOpen({ line }) {
      line.blackhole(true);
      await wait(blackHoleMs);
      line.blackhole(false);
    },
    kill: (device) => device.restart(),
    stopServer: () => (random() < 0.3 ? server.killServer() : undefined),
  };
  /** Half of the steps are messages. */
  const names = [...Object.keys(acts), ...Array.from({ length: 8 }, () => 'say')];
  const trail: string[] = [];
  try {
    for (let step = 0; step < steps; step += 1) {
      const [name, device] = [pick(names), pick(devices)];
      trail.push(`${name} ${device.name}`);
      await acts[name]?.(device);
      await wait(random() * 60);
    }
    for (const { line } of devices) {
      line.blackhole(false);
      line.cutAfterBytes(Number.POSITIVE_INFINITY);
      line.refuse(false);
      line.reset();
    }
    for (const device of devices) await device.core.watch(undefined);
    const faults = await faultsOf(devices, peerOf, said);
    return faults.length === 0 ? [] : [...faults, `seed ${seed}: ${trail.join(', ')}`];
  } finally {
    for (const device of devices) await device.close();
  }
}

async function faultsOf(
  devices: readonly Device[],
  peerOf: (device: Device) => number,
  said: readonly string[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  const textsOf = (device: Device) => device.core.textsWith(peerOf(device));
  const isSettled = async () => {
    for (const device of devices) {
      if (!device.core.isOnline() || (await device.core.waiting()) > 0) return false;
      if (new Set(await textsOf(device)).size < said.length) return false;
    }
    return true;
  };
  await until('all devices to be up to date', isSettled, SETTLED_WITHIN_MS).catch(() => faults.push('not settled'));
  const same = async <T>(what: string, all: readonly Device[], of: (device: Device) => Promise<T>) => {
    const equal = async () =>
      new Set(await Promise.all(all.map(async (each) => JSON.stringify(await of(each))))).size === 1;
    await until(what, equal, 10 * SECOND_MS).catch(async () => {
      for (const each of all) faults.push(`${what} of ${each.name}: ${JSON.stringify(await of(each))}`);
    });
  };
  await same('the order', devices, textsOf);
  const [first] = devices;
  const texts = first ? await textsOf(first) : [];
  if (texts.toSorted().join() !== said.toSorted().join())
    faults.push(`said ${said.length}, shown ${texts.length}: ${texts.join('; ')}`);
  for (const owner of ['a', 'b'] as const) {
    const own = devices.filter((device) => device.owner === owner);
    await same('unread', own, (device) => device.core.unreadWith(peerOf(device)));
    // An own message reads what came before it.
    const lastOwn = texts.findLastIndex((text) => text.startsWith(owner));
    const after = texts.slice(lastOwn + 1).length;
    for (const device of own) {
      const unread = await device.core.unreadWith(peerOf(device));
      if (unread > after) faults.push(`${device.name} has ${unread} unread messages of ${after} after the last answer`);
    }
    // Reading on one device reads on the other.
    const [reader] = own;
    if (reader) await reader.core.watch(peerOf(reader));
    await same('unread after reading', own, (device) => device.core.unreadWith(peerOf(device)));
    if (reader && (await reader.core.unreadWith(peerOf(reader))) !== 0)
      faults.push(`${reader.name} has unread messages`);
  }
  return faults;
}
