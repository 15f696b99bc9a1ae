/** The senders whom a message type allows. `A to V`: a host to a viewer. `headline`: delivered but not stored. */
export type Sender = 'people' | 'A to V' | 'gift' | 'official' | 'official headline';
/** The allowed sender of each message type, by its number, written by hand; edge and core are both tested against it. */
export const SENDERS: Readonly<Record<number, Sender>> = {
  0: 'people',
  1: 'people',
  2: 'people',
  3: 'people',
  4: 'people',
  5: 'official',
  6: 'people',
  7: 'official',
  10: 'people',
  13: 'gift',
  16: 'people',
  17: 'A to V',
  18: 'official',
  19: 'A to V',
  20: 'A to V',
  21: 'official',
  22: 'official',
  23: 'official headline',
  36: 'people',
  38: 'people',
  46: 'official',
  100: 'official headline',
  401: 'official',
};
/** The numbers of all message types. */
export const TYPES = Object.keys(SENDERS).map(Number);
/** Whether users send messages of this type, not services of the product. */
export const isOfPeople = (type: number): boolean => SENDERS[type] === 'people' || SENDERS[type] === 'A to V';
