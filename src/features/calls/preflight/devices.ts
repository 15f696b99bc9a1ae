import { type DeviceFault, faultOf } from './verdicts.ts';

/** Result of opening one device in the preflight: its stream, or why it could not be opened. */
export type Opened = { readonly stream: MediaStream } | { readonly fault: DeviceFault };

async function open(wish: MediaStreamConstraints): Promise<Opened> {
  try {
    return { stream: await navigator.mediaDevices.getUserMedia(wish) };
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.name : '') };
  }
}

/**
 * Opens camera and microphone for the preflight with one permission prompt. On failure it opens each alone, to find out which one
 * fails.
 */
export async function openDevices(): Promise<{ readonly camera: Opened; readonly microphone: Opened }> {
  if (!navigator.mediaDevices) return { camera: { fault: 'failed' }, microphone: { fault: 'failed' } };
  const video = { facingMode: 'user' };
  const both = await open({ audio: true, video });
  if ('stream' in both) {
    const of = (kind: string) => new MediaStream(both.stream.getTracks().filter((track) => track.kind === kind));
    return { camera: { stream: of('video') }, microphone: { stream: of('audio') } };
  }
  return { camera: await open({ video }), microphone: await open({ audio: true }) };
}
