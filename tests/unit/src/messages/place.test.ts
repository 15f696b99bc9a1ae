import { expect, test } from 'vitest';
import { cityOf, coarsenedLocation, geoAddress } from '../../../../src/messages/place/place.ts';

test('a place is rounded to about a kilometre before it leaves the page', () => {
  expect(coarsenedLocation({ lat: 52.520_008, lon: 13.404_954, acc: 12 })).toEqual({
    lat: 52.52,
    lon: 13.4,
    acc: 1_000,
  });
  expect(coarsenedLocation({ lat: -0.001, lon: 179.999, acc: 2_500.4 })).toEqual({ lat: 0, lon: 180, acc: 2_500 });
  expect(Object.is(coarsenedLocation({ lat: -0.001, lon: 0, acc: 0 }).lat, 0)).toBe(true);
});

test('the suggested name of a place is the city of the time zone', () => {
  expect(cityOf('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(cityOf('Europe/Berlin')).toBe('Berlin');
  expect([cityOf('UTC'), cityOf('Etc/GMT+3'), cityOf('')]).toEqual(['', '', '']);
});

test('the geo address of a place contains its accuracy', () => {
  expect(geoAddress({ lat: 52.52, lon: 13.4, acc: 1_000 })).toBe('geo:52.52,13.4;u=1000');
});
