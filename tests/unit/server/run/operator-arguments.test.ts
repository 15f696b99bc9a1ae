import { expect, test } from 'vitest';
import { readOperatorArguments } from '../../../../tools/operator/operator-arguments.ts';

test('a negative number is parsed as an argument at any position', () => {
  expect(readOperatorArguments(['adjust', '100001', 'gems', '-10', '--reason', ' a mistake ', '--yes'])).toEqual({
    command: 'adjust',
    args: ['100001', 'gems', '-10'],
    reason: 'a mistake',
    yes: true,
  });
  expect(readOperatorArguments(['--reason', 'x', 'adjust', '7', 'silver', '-1'])).toMatchObject({
    args: ['7', 'silver', '-1'],
    yes: false,
  });
  expect(readOperatorArguments(['grant', '-y'])).toBeUndefined();
});
