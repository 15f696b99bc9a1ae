import { expect, test } from 'vitest';
import { showStream } from '../../../../src/media/stream-ref.ts';

const stream = {} as MediaStream;

test('an element that is mounted after the camera opened shows it, and one mounted before shows it when it opens', () => {
  const element = { srcObject: null } as HTMLVideoElement;
  showStream(stream)(element);
  expect(element.srcObject).toBe(stream);
  showStream(undefined)(element);
  expect(element.srcObject).toBeNull();
});

test('an element that is removed is left alone', () => {
  expect(() => showStream(stream)(null)).not.toThrow();
});
