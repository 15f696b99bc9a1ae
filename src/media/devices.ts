/**
 * Why a camera or microphone could not be opened; `taken`: another app or the system uses it; `unsupported`: this browser has no
 * media devices, or for a call no WebRTC.
 */
export type DeviceFault = 'denied' | 'missing' | 'taken' | 'failed' | 'unsupported';
/** Stream of the opened camera, microphone or both, or why they could not be opened. */
export type OpenedDevices = { readonly stream: MediaStream } | { readonly fault: DeviceFault };

/** Maps the name of a `getUserMedia` error (W3C Media Capture, section 10.3.1) to a device fault. */
function faultOf(name: string): DeviceFault {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotReadableError':
    case 'AbortError':
      return 'taken';
    default:
      return 'failed';
  }
}

/** Opens the camera, the microphone or both, as `wish` says, with `getUserMedia`. Never rejects. */
export async function openDevices(wish: MediaStreamConstraints): Promise<OpenedDevices> {
  if (!navigator.mediaDevices) return { fault: 'unsupported' };
  try {
    return { stream: await navigator.mediaDevices.getUserMedia(wish) };
  } catch (error) {
    return { fault: faultOf(error instanceof Error ? error.name : '') };
  }
}

/** Faults by how clearly they show the user what to do, the clearest first. */
const BY_USEFULNESS: readonly DeviceFault[] = ['unsupported', 'denied', 'taken', 'failed', 'missing'];

/** Returns the fault that explains best why none of several attempts succeeded. */
export const mostUsefulFault = (faults: readonly DeviceFault[]): DeviceFault =>
  BY_USEFULNESS.find((fault) => faults.includes(fault)) ?? 'failed';
