import { expect, test } from 'vitest';
import type { Signal } from '#contract/calls/calls.ts';
import {
  byPreference,
  initialNegotiation,
  judge,
  rejectsVideo,
} from '../../../../src/features/calls/call/media/negotiation.ts';

const ready: Signal = { kind: 'ready', generation: 1 };
const offer: Signal = { kind: 'description', generation: 1, type: 'offer', sdp: 'v=0\r\n' };
const answer: Signal = { ...offer, type: 'answer' };
const candidate: Signal = { kind: 'candidate', generation: 1, candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 };

test('the caller offers once the other side is ready, the callee waits for the offer', () => {
  expect(judge(initialNegotiation(1, false), ready, true)[1]).toBe('offer');
  expect(judge(initialNegotiation(1, false), ready, true)[0].peerReady).toBe(true);
  // It offers at once when the hub buffers early signals for the callee.
  expect([initialNegotiation(0, false).peerReady, initialNegotiation(0, false, true).peerReady]).toEqual([false, true]);
});

test('a caller who joins after the callee learns again that the callee is ready, and offers once', () => {
  const callee = initialNegotiation(1, true);
  expect(judge(callee, ready, true)[1]).toBe('say-ready');
  const [offered] = judge(callee, offer, true);
  expect(judge(offered, ready, true)[1]).toBe('ignore');
  const caller = initialNegotiation(1, false);
  expect(judge({ ...caller, makingOffer: true }, ready, true)[1]).toBe('ignore');
  expect(judge(caller, ready, false)).toEqual([{ ...caller, peerReady: true }, 'ignore']);
});

test('an early offer is repeated once to a callee that did not get it', () => {
  const ahead = { ...initialNegotiation(1, false, true) };
  const [told, verdict] = judge(ahead, ready, false);
  expect([verdict, judge(told, ready, false)[1]]).toEqual(['offer-again', 'ignore']);
  const [answered] = judge(ahead, answer, false);
  expect(judge(answered, ready, false)[1]).toBe('ignore');
});

test('when both sides offer at once, the polite one rolls back and the other keeps its offer', () => {
  const [polite, impolite] = [
    { ...initialNegotiation(1, true), makingOffer: true },
    { ...initialNegotiation(1, false), makingOffer: true },
  ];
  expect(judge(polite, offer, true)[1]).toBe('apply');
  const [ignoring, verdict] = judge(impolite, offer, false);
  expect(verdict).toBe('ignore');
  expect(judge(ignoring, candidate, false)[1]).toBe('ignore');
  expect(judge(ignoring, answer, false)[0].ignoring).toBe(false);
});

test('an answer without an offer, and the end of the candidates, change nothing', () => {
  expect(judge(initialNegotiation(1, false), answer, true)[1]).toBe('ignore');
  expect(judge(initialNegotiation(1, false), answer, false)[1]).toBe('apply');
  expect(judge(initialNegotiation(1, false), { ...candidate, candidate: '' }, true)[1]).toBe('ignore');
  expect(judge(initialNegotiation(1, false), candidate, true)[1]).toBe('apply');
});

test('signals of another generation are ignored', () => {
  for (const signal of [ready, offer, answer, candidate])
    expect(judge(initialNegotiation(2, false), signal, true)[1]).toBe('ignore');
});

test('H264 comes first, then VP8, and the rest keeps its order', () => {
  const names = ['video/AV1', 'video/VP8', 'video/rtx', 'video/H264', 'video/VP9', 'video/h264'];
  const codecs = names.map((mimeType) => ({ mimeType }));
  expect(byPreference(codecs).map(({ mimeType }) => mimeType)).toEqual([
    'video/H264',
    'video/h264',
    'video/VP8',
    'video/AV1',
    'video/rtx',
    'video/VP9',
  ]);
});

test('audio that repeats lost frames is preferred, then Opus', () => {
  const codecs = ['audio/opus', 'audio/G722', 'audio/red', 'audio/PCMU'].map((mimeType) => ({ mimeType }));
  expect(byPreference(codecs).map(({ mimeType }) => mimeType)).toEqual([
    'audio/red',
    'audio/opus',
    'audio/G722',
    'audio/PCMU',
  ]);
});

test('an answer without a common video codec is recognized by its port', () => {
  const sound = 'v=0\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\n';
  expect(rejectsVideo(`${sound}m=video 0 UDP/TLS/RTP/SAVPF 96\r\n`)).toBe(true);
  expect(rejectsVideo(`${sound}m=video 9 UDP/TLS/RTP/SAVPF 96\r\na=inactive\r\n`)).toBe(false);
  expect(rejectsVideo('m=audio 0 UDP/TLS/RTP/SAVPF 0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\n')).toBe(false);
});
