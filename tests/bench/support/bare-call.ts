import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { launchBrowser } from '../../harness/browser/browser.ts';
import { CALLERS } from './call.ts';
import { whenMarked } from './probe.ts';

export type BarePair = { readonly caller: Page; readonly callee: Page; close(): Promise<void> };

const PAGE =
  '<!doctype html><video style="position:fixed;inset:0;width:100%;height:100%" autoplay playsinline></video>';
const DRAWN = 'drawn';

/**
 * Two browsers with only a video element and a websocket between them: the time that camera, WebRTC and drawing take on this machine,
 * without the app.
 */
export async function openBarePair(): Promise<BarePair> {
  const http = createServer((_request, response) => void response.setHeader('content-type', 'text/html').end(PAGE));
  const sockets = new WebSocketServer({ server: http });
  sockets.on('connection', (socket: Peer) => {
    socket.on('message', (data) => {
      for (const other of sockets.clients) if (other !== socket) other.send(data.toString());
    });
  });
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
  const baseURL = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const contexts: BrowserContext[] = [];
  const open = async () => {
    const context = await launchBrowser({ ...CALLERS, baseURL, viewport: { width: 1440, height: 900 } });
    contexts.push(context);
    return context.pages()[0] ?? (await context.newPage());
  };
  const [caller, callee] = [await open(), await open()];
  const close = async () => {
    for (const context of contexts) await context.close();
    sockets.close();
    http.closeAllConnections();
    http.close();
  };
  return { caller, callee, close };
}

/** Runs in the page: the caller begins on `window.begin`, the callee answers at once. */
async function talk({ calls, drawn }: { readonly calls: boolean; readonly drawn: string }): Promise<void> {
  const socket = new WebSocket(location.origin.replace('http', 'ws'));
  await new Promise((open) => socket.addEventListener('open', open));
  const say = (words: object) => socket.send(JSON.stringify(words));
  const video = document.querySelector('video');
  const pc = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
  pc.onicecandidate = ({ candidate }) => candidate && say({ candidate });
  pc.ontrack = ({ streams: [stream] }) => {
    if (!video || !stream) return;
    video.srcObject = stream;
    video.requestVideoFrameCallback(() => performance.mark(drawn));
  };
  const wish = { audio: true, video: { width: 480, height: 640 } };
  const openCamera = async () => {
    const local = await navigator.mediaDevices.getUserMedia(wish);
    for (const track of local.getTracks()) pc.addTrack(track, local);
  };
  // Messages are handled one after another, as in the app: candidates after the description.
  let turn = Promise.resolve();
  socket.addEventListener('message', ({ data }) => {
    const { description, candidate } = JSON.parse(String(data));
    turn = turn.then(async () => {
      if (candidate) return pc.addIceCandidate(candidate);
      if (description.type === 'offer') await openCamera();
      await pc.setRemoteDescription(description);
      if (description.type !== 'offer') return;
      await pc.setLocalDescription();
      say({ description: pc.localDescription });
    });
  });
  if (!calls) return;
  await new Promise<void>((pressed) => {
    window.begin = async () => {
      performance.mark('click');
      await openCamera();
      await pc.setLocalDescription();
      say({ description: pc.localDescription });
      pressed();
    };
  });
}

declare global {
  interface Window {
    begin?: () => Promise<void>;
  }
}

/** Time in ms from the beginning to the first remote frame on both sides. */
export async function bareCall({ caller, callee }: BarePair): Promise<number> {
  for (const page of [caller, callee]) await page.goto('/');
  // The callee must listen before the caller begins.
  await callee.evaluate(talk, { calls: false, drawn: DRAWN });
  void caller.evaluate(talk, { calls: true, drawn: DRAWN });
  await caller.waitForFunction(() => window.begin !== undefined);
  const began = await caller.evaluate(() => {
    void window.begin?.();
    return performance.timeOrigin + performance.now();
  });
  const drawn = await Promise.all([caller, callee].map((page) => whenMarked(page, DRAWN)));
  return Math.max(...drawn.map(({ at }) => at)) - began;
}
