/** Returns whether this browser has the devices and connections that a call needs (W3C Media Capture, WebRTC). Some hide either in private windows. */
export const isCallSupported = (): boolean => 'RTCPeerConnection' in globalThis && Boolean(navigator.mediaDevices);
