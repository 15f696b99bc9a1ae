/**
 * Returns whether this browser has the APIs that a call needs: WebRTC and W3C Media Capture. Some browsers hide one in private windows.
 */
export const isCallSupported = (): boolean => 'RTCPeerConnection' in globalThis && Boolean(navigator.mediaDevices);
