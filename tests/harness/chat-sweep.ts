import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SettingsChange } from '../../contract/account/settings.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { targetOf } from '../../worker/base/accepted.ts';
import { type Account, logIn } from './core-people.ts';
import { seeded } from './hostile/mutants.ts';
import { openApi } from './open-api.ts';
import { type KilledServer, until } from './servers/kept-server.ts';
import { startWholeDevice, type WholeDevice } from './whole-device.ts';

/** Errors of the device clocks, ms: the server must put the messages in order. */
const CLOCK_ERRORS_MS = [0, HOUR_MS, -HOUR_MS, DAY_MS, -DAY_MS];
const SETTLED_WITHIN_MS = 60_000;
/**
 * Each device changes a setting of its own, so that the last change is known without an order between devices. None of them deletes
 * messages: these devices have wrong clocks, and no login told them the time.
 */
const SETTINGS: readonly (readonly SettingsChange[])[] = [
  [{ darkMode: 'dark' }, { darkMode: 'light' }, { darkMode: 'system' }],
  [{ noticeShows: 'words' }, { noticeShows: 'name' }, { noticeShows: 'nothing' }],
];

type Owner = 'a' | 'b';
/** `c` signs in on the devices of others now and then. */
type Person = Owner | 'c';
type Device = WholeDevice & { readonly owner: Owner; readonly index: number };
type People = Readonly<Record<Person, { readonly openId: string; readonly account: Account }>>;

/** Expected outcome: what must have happened, and (`maybe`) what may have, as the data of its device were deleted before it was sent. */
type Expected = {
  /** Texts and captions between a and b. */
  readonly said: Set<string>;
  readonly maybe: Set<string>;
  /** Texts that c wrote. */
  readonly others: Set<string>;
  readonly blocked: Readonly<Record<Owner, Set<number>>>;
  /** Last change of each device of an owner; undefined when it is not known whether it arrived. */
  readonly settings: Readonly<Record<Owner, (SettingsChange | undefined)[]>>;
};

type SweepOptions = {
  readonly server: KilledServer;
  readonly seed: number;
  readonly steps: number;
  /** How long a black hole lasts, ms. */
  readonly blackHoleMs: number;
};

/**
 * Two users with two devices each write, edit, react, send pictures, block people and change settings while devices lose the network,
 * sockets break in
 * the middle of a frame, cores are killed, clocks are wrong, the server is killed, stored data are deleted, sessions are ended from
 * elsewhere and a third user signs in on a device. Afterwards everything is online, and the faults are returned: messages that are missing
 * or doubled, devices and archives with another order, other edits or other reactions, wrong unread counts, lost changes, and what was done
 * for another account. An empty
 * list is a pass.
 */
export async function sweepChat({ server, seed, steps, blackHoleMs }: SweepOptions): Promise<readonly string[]> {
  const random = seeded(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const url = `http://localhost:${server.port}`;
  const signUp = async (openId: string) => ({ openId, account: await logIn(url, openId, `first-${openId}`) });
  const people: People = {
    a: await signUp(randomUUID()),
    b: await signUp(randomUUID()),
    c: await signUp(randomUUID()),
  };
  const uidOf = (person: Person) => people[person].account.userInfo.id;
  const devices: Device[] = [];
  for (const owner of ['a', 'a', 'b', 'b'] as const) {
    const [index, name] = [devices.length % 2, `${owner}${devices.length % 2}`];
    const account = await logIn(url, people[owner].openId, `${name}-${seed}`);
    const device = await startWholeDevice({ name, server, account, aheadMs: pick(CLOCK_ERRORS_MS) });
    devices.push({ ...device, owner, index });
  }
  const peerOf = ({ owner }: Device) => uidOf(owner === 'a' ? 'b' : 'a');
  const expected: Expected = {
    said: new Set(),
    maybe: new Set(),
    others: new Set(),
    blocked: { a: new Set(), b: new Set() },
    settings: { a: [], b: [] },
  };
  const trail: string[] = [];
  /** Devices whose session was ended from elsewhere. */
  const ended = new Set<Device>();

  async function signIn(device: Device, person: Person = device.owner): Promise<boolean> {
    const isSignedIn = await device.signIn(people[person].openId);
    if (isSignedIn) ended.delete(device);
    return isSignedIn;
  }
  /** The person who is signed in on the device; undefined: its session has ended. */
  async function userOf(device: Device): Promise<Person | undefined> {
    const uid = await device.uid();
    return (['a', 'b', 'c'] as const).find((person) => uidOf(person) === uid);
  }
  /** The conversations of a device are about to be deleted, with what was not sent yet. */
  async function giveUpWords(device: Device): Promise<void> {
    for (const words of await device.unsentWords()) {
      if (expected.said.delete(words)) expected.maybe.add(words);
      if (expected.others.delete(words)) expected.maybe.add(words);
    }
  }
  /** The queue of changes is about to be deleted, or its session has ended. */
  async function giveUpChanges(device: Device): Promise<void> {
    for (const { uid, endpoint, data } of await device.unsentChanges()) {
      const owner = (['a', 'b'] as const).find((person) => uidOf(person) === uid);
      if (owner === undefined) continue;
      if (endpoint === 'changeRelation') expected.blocked[owner].delete(targetOf({ data }) ?? 0);
      if (endpoint === 'updateProfile') expected.settings[owner][device.index] = undefined;
    }
  }
  async function write(device: Device, send: (to: number, words: string) => Promise<void>): Promise<void> {
    const user = await userOf(device);
    if (user === undefined) return;
    const words = `${user === 'c' ? 'c' : device.name} says ${trail.length}`;
    (user === 'c' ? expected.others : expected.said).add(words);
    await send(peerOf(device), words);
  }
  const ofOwner = (act: (device: Device) => Promise<unknown>) => async (device: Device) => {
    if ((await userOf(device)) === device.owner) await act(device);
  };

  const acts: Readonly<Record<string, (device: Device) => Promise<unknown> | unknown>> = {
    say: (device) => write(device, device.say),
    picture: (device) => write(device, device.sendPicture),
    edit: ofOwner((device) => device.core().editLast(peerOf(device), `${device.name} edits ${trail.length}`)),
    react: ofOwner((device) => device.core().reactToLast(peerOf(device), pick(['👍', '❤️', '🔥']))),
    block: ofOwner(async (device) => {
      const { userInfo } = await logIn(url);
      expected.blocked[device.owner].add(userInfo.id);
      await device.block(userInfo.id);
    }),
    setting: ofOwner(async (device) => {
      const change = pick(SETTINGS[device.index] ?? []);
      expected.settings[device.owner][device.index] = change;
      await device.changeSettings(change);
    }),
    read: (device) => device.core().watch(peerOf(device)),
    leave: (device) => device.core().watch(undefined),
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
    async endSession(device) {
      ended.add(device);
      await device.endSession();
    },
    signIn: async (device) => (await userOf(device)) ?? signIn(device),
    async clearData(device) {
      await giveUpWords(device);
      await giveUpChanges(device);
      await device.clearData();
    },
    async otherAccount(device) {
      await giveUpWords(device);
      if (ended.has(device)) await giveUpChanges(device);
      await signIn(device, 'c');
    },
  };
  /** A third of the steps are messages, some of them changes of others. */
  const names = [
    ...Object.keys(acts),
    ...Array.from({ length: 7 }, () => 'say'),
    'picture',
    'edit',
    'react',
    'block',
    'setting',
  ];
  try {
    for (let step = 0; step < steps; step += 1) {
      const [name, device] = [pick(names), pick(devices)];
      trail.push(`${name} ${device.name}`);
      await acts[name]?.(device);
      await wait(random() * 60);
    }
    for (const device of devices) await settleDevice(device);
    const faults = [...(await faultsOfTalk(devices)), ...(await faultsOfChanges())];
    return faults.length === 0 ? [] : [...faults, `seed ${seed}: ${trail.join(', ')}`];
  } finally {
    for (const device of devices) await device.close();
  }

  /** Brings the device online, and its owner back. */
  async function settleDevice(device: Device): Promise<void> {
    const { line } = device;
    line.blackhole(false);
    line.cutAfterBytes(Number.POSITIVE_INFINITY);
    line.refuse(false);
    line.reset();
    if ((await userOf(device)) === 'c') await giveUpWords(device);
    await until(`${device.name} to be its owner's`, async () => {
      // A device whose session was ended from elsewhere may not know it yet.
      if ((await userOf(device)) === device.owner && !ended.has(device)) return true;
      return signIn(device);
    });
    await device.core().open(peerOf(device));
    await device.core().watch(undefined);
  }

  async function faultsOfTalk(own: readonly Device[]): Promise<readonly string[]> {
    const faults: string[] = [];
    const { said, maybe } = expected;
    const textsOf = (device: Device) => device.core().textsWith(peerOf(device));
    const isSettled = async () => {
      for (const device of own) {
        if (!device.core().isOnline() || (await device.unsentWords()).length > 0) return false;
        if ((await device.unsentChanges()).length > 0) return false;
        if (new Set(await textsOf(device)).intersection(said).size < said.size) return false;
      }
      return true;
    };
    await until('all devices to be up to date', isSettled, SETTLED_WITHIN_MS).catch(async () => {
      for (const device of own) faults.push(`not settled: ${device.name}: ${await stateOf(device)}`);
    });
    const same = async <T>(what: string, all: readonly Device[], of: (device: Device) => Promise<T>) => {
      const equal = async () =>
        new Set(await Promise.all(all.map(async (each) => JSON.stringify(await of(each))))).size === 1;
      await until(what, equal, 10 * SECOND_MS).catch(async () => {
        for (const each of all) faults.push(`${what} of ${each.name}: ${JSON.stringify(await of(each))}`);
      });
    };
    // Both devices of an account change the same message at once.
    await Promise.all(
      own.map(async (device) => {
        await device.core().editLast(peerOf(device), `${device.name} edits at the end`);
        await device.core().reactToLast(peerOf(device), pick(['👍', '❤️', '🔥']));
      }),
    );
    const isAccepted = async () =>
      (await Promise.all(own.map((device) => device.core().waiting()))).every((count) => count === 0);
    await until('all changes to be accepted', isAccepted, SETTLED_WITHIN_MS).catch(() => faults.push('changes wait'));
    // A device that is signed in for the first time shows what the archive has.
    const archives: Device[] = [];
    for (const owner of ['a', 'b'] as const) {
      const account = await logIn(url, people[owner].openId, `archive-${owner}-${seed}`);
      const device = await startWholeDevice({ name: `archive of ${owner}`, server, account, aheadMs: 0 });
      archives.push({ ...device, owner, index: 0 });
    }
    try {
      await same('the order', [...own, ...archives], textsOf);
      await same('edits and reactions', [...own, ...archives], (device) => device.core().changesWith(peerOf(device)));
    } finally {
      for (const archive of archives) await archive.close();
    }
    const [first] = own;
    const texts = first ? await textsOf(first) : [];
    for (const words of said) if (!texts.includes(words)) faults.push(`missing: ${words}`);
    for (const [at, words] of texts.entries()) {
      if (texts.indexOf(words) !== at) faults.push(`twice: ${words}`);
      if (!said.has(words) && !maybe.has(words)) faults.push(`sent for another account: ${words}`);
    }
    for (const owner of ['a', 'b'] as const) {
      const ofOwn = own.filter((device) => device.owner === owner);
      await same('unread', ofOwn, (device) => device.core().unreadWith(peerOf(device)));
      // An own message reads what came before it.
      const lastOwn = texts.findLastIndex((text) => text.startsWith(owner));
      const after = texts.slice(lastOwn + 1).length;
      for (const device of ofOwn) {
        const unread = await device.core().unreadWith(peerOf(device));
        if (unread > after)
          faults.push(`${device.name} has ${unread} unread messages of ${after} after the last answer`);
        const fromOther = await device.core().heardFrom(uidOf('c'));
        for (const words of fromOther) if (!words.startsWith('c ')) faults.push(`sent for c: ${words}`);
      }
      // Reading on one device reads on the other.
      const [reader] = ofOwn;
      if (reader) await reader.core().watch(peerOf(reader));
      await same('unread after reading', ofOwn, (device) => device.core().unreadWith(peerOf(device)));
      if (reader && (await reader.core().unreadWith(peerOf(reader))) !== 0)
        faults.push(`${reader.name} has unread messages`);
    }
    return faults;
  }

  async function faultsOfChanges(): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const owner of ['a', 'b'] as const) {
      const name = `last-${owner}-${seed}`;
      const { userInfo } = await logIn(url, people[owner].openId, name);
      const api = openApi(url, () => userInfo, name);
      const [profile, info] = await Promise.all([api.call('profile', {}), api.call('combineInfo', {})]);
      if (!profile.ok || !info.ok) throw new Error('The account cannot be read');
      const { blocked } = info.value.mainInfo.blockInfo;
      for (const uid of expected.blocked[owner])
        if (!blocked.includes(uid)) faults.push(`${owner} has not blocked ${uid}`);
      for (const change of expected.settings[owner]) {
        const [[key, value] = []] = Object.entries(change ?? {});
        const stored = key === undefined ? value : profile.value.settings[key as keyof SettingsChange];
        if (stored !== value) faults.push(`${key} of ${owner} is ${stored} instead of ${value}`);
      }
    }
    return faults;
  }
}

async function stateOf(device: Device): Promise<string> {
  const changes = (await device.unsentChanges()).map(({ endpoint, data }) => `${endpoint} ${JSON.stringify(data)}`);
  const unsent = [...(await device.unsentWords()), ...changes].join('; ');
  return `user ${await device.uid()}, unsent ${unsent}, ${await device.core().memory()}`;
}
