import { useCallback, useEffect, useRef, useState } from 'react';
import type { RelaySet } from '#contract/calls/calls.ts';
import { type OpenedDevices, openDevices } from '../../../media/devices.ts';
import { listen } from './sound.ts';
import { measureSpeed } from './speed.ts';
import { type CheckResult, type CheckResults, judgeSpeed, judgeWays } from './verdicts.ts';

/**
 * Opens camera and microphone for the preflight with one permission prompt. On failure it opens each alone, to find out which one
 * fails.
 */
async function openBoth(): Promise<{ readonly camera: OpenedDevices; readonly microphone: OpenedDevices }> {
  const video = { facingMode: 'user' };
  const both = await openDevices({ audio: true, video });
  if ('stream' in both) {
    const of = (kind: string) => new MediaStream(both.stream.getTracks().filter((track) => track.kind === kind));
    return { camera: { stream: of('video') }, microphone: { stream: of('audio') } };
  }
  return { camera: await openDevices({ video }), microphone: await openDevices({ audio: true }) };
}

/** Dependencies of the preflight. `probe` tests the connection with the given TURN servers. */
export type PreflightPorts = {
  /** TURN servers to try; undefined without a session. */
  readonly relays: () => Promise<RelaySet | undefined>;
  readonly probe: (relays: RelaySet) => Promise<Parameters<typeof judgeWays>[0]>;
};

const NO_RELAYS: RelaySet = { servers: [], policy: 'all' };
const RUNNING: CheckResults = {
  camera: { check: 'camera', grade: 'running', why: 'works' },
  microphone: { check: 'microphone', grade: 'running', why: 'works' },
  speaker: { check: 'speaker', grade: 'ask', why: 'ask' },
  network: { check: 'network', grade: 'running', why: 'direct' },
  speed: { check: 'speed', grade: 'running', why: 'enough', kbits: 0 },
};

/**
 * Returns the results so far and `run`, which starts the checks: devices and network in parallel, speed after the network. `say` records
 * the user's answer about the tone. Camera and microphone stay open until the next run or unmount.
 */
export function usePreflight({ relays, probe }: PreflightPorts, onLevel: (level: number) => void) {
  const [verdicts, setVerdicts] = useState<CheckResults>({});
  const [picture, setPicture] = useState<MediaStream>();
  const stopLast = useRef(() => {});

  const say = useCallback(
    (verdict: CheckResult) => setVerdicts((before) => ({ ...before, [verdict.check]: verdict })),
    [],
  );

  const run = useCallback(async () => {
    stopLast.current();
    const ends: (() => void)[] = [];
    let over = false;
    stopLast.current = () => {
      over = true;
      for (const end of ends) end();
      setPicture(undefined);
    };
    const tell = (verdict: CheckResult) => over || say(verdict);
    setVerdicts(RUNNING);

    async function devices(): Promise<void> {
      const { camera, microphone } = await openBoth();
      for (const opened of [camera, microphone]) {
        if (!('stream' in opened)) continue;
        ends.push(() => opened.stream.getTracks().forEach((track) => void track.stop()));
      }
      if (over) return ends.forEach((end) => void end());
      if ('fault' in camera) tell({ check: 'camera', grade: 'bad', why: camera.fault });
      else {
        setPicture(camera.stream);
        tell({ check: 'camera', grade: 'good', why: 'works' });
      }
      if ('fault' in microphone) tell({ check: 'microphone', grade: 'bad', why: microphone.fault });
      else {
        const heard = (yes: boolean) =>
          tell({ check: 'microphone', grade: yes ? 'good' : 'fair', why: yes ? 'works' : 'silent' });
        ends.push(listen(microphone.stream, onLevel, heard));
      }
    }
    async function ways(): Promise<void> {
      const relaySet = await relays();
      tell(judgeWays(await probe(relaySet ?? NO_RELAYS), relaySet !== undefined && relaySet.servers.length > 0));
    }
    async function speed(): Promise<void> {
      const kbits = await measureSpeed();
      if (kbits === undefined) tell({ check: 'speed', grade: 'bad', why: 'failed', kbits: 0 });
      else tell(judgeSpeed(kbits));
    }
    await Promise.all([devices(), ways().then(speed)]);
  }, [say, onLevel, relays, probe]);

  useEffect(() => () => stopLast.current(), []);
  return { verdicts, picture, run, say };
}
